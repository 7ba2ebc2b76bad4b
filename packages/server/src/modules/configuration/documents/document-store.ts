import type { Write } from '../../../kernel/unit-of-work.ts';

/** The storage of documents as the configuration reads it. No read comes from before the call. */
export interface DocumentStore {
  /** The configuration epoch in force. It only grows. */
  readEpoch(): Promise<number>;
  findById(type: string, id: number): Promise<DocumentRow | undefined>;
  findByName(type: string, nameKey: string): Promise<DocumentRow | undefined>;
  findByPublicId(type: string, publicId: number): Promise<DocumentRow | undefined>;
  /** Returns the highest public id of the documents of the type; undefined when there are none. */
  highestPublicId(type: string): Promise<number | undefined>;
  /** At most `limit` documents of the type with a greater name key, in the order of the name keys; `''` begins. */
  page(type: string, afterNameKey: string, limit: number): Promise<readonly DocumentRow[]>;
  /** As {@link page}, without the settings. */
  pageHeads(type: string, afterNameKey: string, limit: number): Promise<readonly DocumentHead[]>;
}

/** The identity of a document, without its settings. */
export interface DocumentHead {
  readonly id: number;
  readonly type: string;
  /** Namespace and name as the type compares them. */
  readonly nameKey: string;
  readonly namespace: string;
  readonly name: string;
  /** The number that clients see. */
  readonly publicId: number;
  /** 1 when it was made, one more with every change. */
  readonly version: number;
}

/** A stored document. */
export interface DocumentRow extends DocumentHead {
  readonly schemaVersion: number;
  /** The settings in their inner form as JSON text, complete, secrets sealed. */
  readonly body: string;
  readonly createdMs: number;
  readonly modifiedMs: number;
}

/** Stores a new document. A name or public id that is taken is a conflict `exists`. */
export interface DocumentInsert extends Write, DocumentRow {
  readonly op: 'document.insert';
}

/** Replaces a document. It is a conflict `changed` when it is not at `expectedVersion`, `exists` when the new name is taken. */
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

/** Removes a document. It is a conflict `changed` when it is not at `expectedVersion`. */
export interface DocumentDelete extends Write {
  readonly op: 'document.delete';
  readonly id: number;
  readonly expectedVersion: number;
}

/** Moves the configuration epoch: what every cache and every plan that waits depends on. */
export interface EpochMove extends Write {
  readonly op: 'epoch.move';
}

export const EPOCH_MOVE: EpochMove = { op: 'epoch.move' };
