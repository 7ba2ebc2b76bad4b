import type { ArchivedDocument, LooseParts } from './archived-document.ts';
import type { ArchivedType } from '../workers/index.ts';

/** The archive as it is read. */
export interface ArchiveStore {
  /** The documents of a worker, the newest first: those that are older than `before`. */
  list(workerId: number, before: ArchivedPosition | undefined, limit: number): Promise<readonly ArchivedDocument[]>;
  find(workerId: number, archiveId: string, type: ArchivedType): Promise<ArchivedDocument | undefined>;
  /** The octets of a document, a part at a time. */
  read(document: ArchivedDocument): AsyncIterable<Uint8Array>;
  /** The oldest documents of a worker from before a time. */
  listOldest(workerId: number, beforeMs: number, limit: number): Promise<readonly ArchivedDocument[]>;
  /** The worker with the next id after one that has anything in the archive. */
  nextWorkerId(after: number): Promise<number | undefined>;
  /** Parts that are to be removed, and those that were begun to be stored before a time; a bounded number of them. */
  listLooseParts(beforeMs: number): Promise<readonly LooseParts[]>;
  /** The highest part of a document; undefined when it has none. */
  findLastPart(documentId: number): Promise<number | undefined>;
}

/** A place in the order of a worker's documents. */
export interface ArchivedPosition {
  readonly timeMs: number;
  readonly id: number;
}
