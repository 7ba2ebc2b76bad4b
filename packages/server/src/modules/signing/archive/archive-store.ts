import type { ArchivedDocument, LooseParts } from './archived-document.ts';
import type { ArchivedType } from '../workers/index.ts';

/** Read access to the archive. */
export interface ArchiveStore {
  /** The documents of a worker, the newest first: those that are older than `before`. */
  list(workerId: number, before: ArchivedPosition | undefined, limit: number): Promise<readonly ArchivedDocument[]>;
  find(workerId: number, archiveId: string, type: ArchivedType): Promise<ArchivedDocument | undefined>;
  /** Yields the octets of a document, one part at a time. */
  read(document: ArchivedDocument): AsyncIterable<Uint8Array>;
  /** The oldest documents of a worker from before a time. */
  listOldest(workerId: number, beforeMs: number, limit: number): Promise<readonly ArchivedDocument[]>;
  /** Finds the lowest worker id above `after` with documents in the archive. */
  nextWorkerId(after: number): Promise<number | undefined>;
  /** Lists parts to be removed, and parts whose storing began before a time; a bounded number of them. */
  listLooseParts(beforeMs: number): Promise<readonly LooseParts[]>;
  /** Finds the highest part number of a document; undefined when it has none. */
  findLastPart(documentId: number): Promise<number | undefined>;
}

/** A place in the order of a worker's documents. */
export interface ArchivedPosition {
  readonly timeMs: number;
  readonly id: number;
}
