import type { ArchiveEntry, LooseParts } from './archive-entry.ts';
import type { ArchivedType } from '../workers/index.ts';

/** Read access to the archive. */
export interface ArchiveStore {
  /** The entries of a worker, the newest first: those that are older than `before`. */
  list(workerId: number, before: ArchivedPosition | undefined, limit: number): Promise<readonly ArchiveEntry[]>;
  find(workerId: number, archiveId: string, type: ArchivedType): Promise<ArchiveEntry | undefined>;
  /** Yields the octets of an entry, one part at a time. */
  read(entry: ArchiveEntry): AsyncIterable<Uint8Array>;
  /** The oldest entries of a worker from before a time. */
  listOldest(workerId: number, beforeMs: number, limit: number): Promise<readonly ArchiveEntry[]>;
  /** Finds the lowest worker id above `after` with entries. */
  nextWorkerId(after: number): Promise<number | undefined>;
  /** Lists parts to be removed, and parts whose storing began before a time; a bounded number of them. */
  listLooseParts(beforeMs: number): Promise<readonly LooseParts[]>;
  /** Finds the highest part number of an entry; undefined when it has none. */
  findLastPart(documentId: number): Promise<number | undefined>;
}

/** A place in the order of a worker's entries. */
export interface ArchivedPosition {
  readonly timeMs: number;
  readonly id: number;
}
