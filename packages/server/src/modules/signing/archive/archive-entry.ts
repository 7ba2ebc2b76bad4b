/** Archive entries, and the writes that store them. */
import type { Write } from '../../../kernel/unit-of-work.ts';
import type { ArchivedType } from '../workers/index.ts';

/** An archive entry, without its octets. */
export interface ArchiveEntry {
  readonly id: number;
  readonly workerId: number;
  readonly archiveId: string;
  readonly type: ArchivedType;
  readonly timeMs: number;
  /** Address of the client, or several, separated by `, `. */
  readonly clientAddress: string;
  readonly clientCertificate: { readonly issuer: string; readonly serial: string } | undefined;
  readonly octets: number;
  /** Number of parts that hold the octets; 0 when the row of the entry has them. */
  readonly parts: number;
}

/** Returns the identifier by which SignServer knows an archive entry: `<type>;<worker id>;<archive id>`. */
export function uniqueIdOf({ type, workerId, archiveId }: ArchiveEntry): string {
  return `${ARCHIVED_TYPE_NUMBERS[type]};${workerId};${archiveId}`;
}

/** The types as they are stored. */
export const ARCHIVED_TYPE_NUMBERS: Readonly<Record<ArchivedType, number>> = { RESPONSE: 0, REQUEST: 1 };

/** Inserts an archive entry. */
export interface InsertArchived extends Write {
  readonly op: 'archive.insert';
  readonly entry: ArchiveEntry;
  /** The octets of the entry; empty when they are in parts. */
  readonly data: Uint8Array;
}

/** Removes an archive entry. */
export interface DeleteArchived extends Write {
  readonly op: 'archive.delete';
  readonly id: number;
}

/** Stores some octets of an entry: all parts but the last are of one length. */
export interface InsertArchivedPart extends Write {
  readonly op: 'archive-part.insert';
  readonly documentId: number;
  readonly part: number;
  readonly data: Uint8Array;
}

export interface DeleteArchivedPart extends Write {
  readonly op: 'archive-part.delete';
  readonly documentId: number;
  readonly part: number;
}

/** Records that there are parts whose entry is not yet, or no longer, in the archive. */
export interface InsertLooseParts extends Write {
  readonly op: 'archive-loose.insert';
  readonly documentId: number;
  readonly state: LooseState;
  readonly createdMs: number;
}

/** Marks parts that are being stored as to be removed. A conflict if they are marked already, or if their entry was stored. */
export interface GiveUpLooseParts extends Write {
  readonly op: 'archive-loose.give-up';
  readonly documentId: number;
}

/** Removes the record of loose parts: they belong to an entry now, or are removed. */
export interface DeleteLooseParts extends Write {
  readonly op: 'archive-loose.delete';
  readonly documentId: number;
  readonly expected: LooseState;
}

export type LooseState = 'storing' | 'removing';

/** Parts without their entry. */
export interface LooseParts {
  readonly documentId: number;
  readonly state: LooseState;
}

/** Maximum size of an entry that is stored in its own row: small, so that lists of rows are read quickly. */
export const ARCHIVED_ROW_OCTETS = 8 * 1024;
/** Size of a part, which the event loop and both databases can handle at once. */
export const ARCHIVED_PART_OCTETS = 192 * 1024;
