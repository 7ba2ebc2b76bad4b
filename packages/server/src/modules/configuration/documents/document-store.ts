import type { Write } from '../../../kernel/unit-of-work.ts';

/** Storage of documents, as the configuration reads it. Every read reflects all commits before the call. */
export interface DocumentStore {
  /** Returns the present configuration epoch, which only grows. */
  readEpoch(): Promise<number>;
  findById(type: string, id: number): Promise<DocumentRow | undefined>;
  findByName(type: string, nameKey: string): Promise<DocumentRow | undefined>;
  findByPublicId(type: string, publicId: number): Promise<DocumentRow | undefined>;
  /** The documents of the type with one of these ids, in any order. */
  findByIds(type: string, ids: readonly number[]): Promise<readonly DocumentRow[]>;
  /** The documents of the type with one of these name keys, in any order. */
  findByNames(type: string, nameKeys: readonly string[]): Promise<readonly DocumentRow[]>;
  /** Returns those of the public ids that documents of the type have. */
  publicIdsAmong(type: string, publicIds: readonly number[]): Promise<readonly number[]>;
  /** Returns the highest public id among documents of the type; undefined if there are none. */
  highestPublicId(type: string): Promise<number | undefined>;
  /** Returns at most `limit` documents of the type with greater name keys, in order of the name keys; `''` for the first page. */
  page(type: string, afterNameKey: string, limit: number): Promise<readonly DocumentRow[]>;
  /** Does the same as {@link page}, without the settings. */
  pageHeads(type: string, afterNameKey: string, limit: number): Promise<readonly DocumentHead[]>;
}

/** Identity of a document, without its settings. */
export interface DocumentHead {
  readonly id: number;
  readonly type: string;
  /** Key of namespace and name, by which they are compared. */
  readonly nameKey: string;
  readonly namespace: string;
  readonly name: string;
  /** The public id. */
  readonly publicId: number;
  /** Version: 1 when it was created, one more with every change. */
  readonly version: number;
}

/** A stored document. */
export interface DocumentRow extends DocumentHead {
  readonly schemaVersion: number;
  /** Settings in the inner form as JSON text, complete, with sealed secrets. */
  readonly body: string;
  readonly createdMs: number;
  readonly modifiedMs: number;
}

/** Stores a new document. A name or public id that is taken is a conflict `exists`. */
export interface DocumentInsert extends Write, DocumentRow {
  readonly op: 'document.insert';
}

/** Replaces a document. It is a conflict `changed` unless it has `expectedVersion`, and `exists` if the new name is taken. */
export interface DocumentUpdate extends Write {
  readonly op: 'document.update';
  readonly id: number;
  readonly expectedVersion: number;
  readonly nameKey: string;
  readonly namespace: string;
  readonly name: string;
  readonly version: number;
  readonly schemaVersion: number;
  readonly body: string;
  readonly modifiedMs: number;
}

/** Removes a document. It is a conflict `changed` unless it has `expectedVersion`. */
export interface DocumentDelete extends Write {
  readonly op: 'document.delete';
  readonly id: number;
  readonly expectedVersion: number;
}

/** Moves the configuration epoch, on which every cache and every pending plan depends. */
export interface EpochMove extends Write {
  readonly op: 'epoch.move';
}

export const EPOCH_MOVE: EpochMove = { op: 'epoch.move' };
