/** Messages between the pool and its threads. */

/** The time that PostgreSQL may take, in milliseconds. */
export interface PostgresTimeouts {
  readonly statementMs: number;
  readonly connectMs: number;
}

/** Database that a reader thread reads. */
export type ReaderSource =
  | { readonly kind: 'sqlite'; readonly path: string }
  | {
      readonly kind: 'postgres';
      readonly url: string;
      readonly timeouts: PostgresTimeouts;
      readonly connections: number;
    };

/** Data that a thread is started with. */
export interface ReaderThreadData {
  readonly source: ReaderSource;
  /** The module that exports `readerTasks`. */
  readonly tasks: string;
  /** Buffer of the `CommitActivity`. */
  readonly commits: SharedArrayBuffer;
}

/** Patience of a search with those who store. */
export interface Patience {
  /** Milliseconds that they may keep it waiting. */
  readonly mostMs: number;
  /** The thread notes the milliseconds that they have kept it waiting in the first number. */
  readonly waitedMs: Int32Array<SharedArrayBuffer>;
}

export type ToReader =
  | {
      readonly type: 'run';
      readonly id: number;
      readonly name: string;
      readonly input: unknown;
      /** Undefined for a task that does not yield to pending writes. */
      readonly patience: Patience | undefined;
    }
  | { readonly type: 'cancel'; readonly id: number }
  /** One chunk has been dealt with: another one may come. */
  | { readonly type: 'more'; readonly id: number }
  | { readonly type: 'close' };

export type FromReader =
  /** The thread has taken up a task. */
  | { readonly type: 'begun'; readonly id: number }
  | { readonly type: 'chunk'; readonly id: number; readonly chunk: unknown }
  | { readonly type: 'result'; readonly id: number; readonly result: unknown }
  | { readonly type: 'failed'; readonly id: number; readonly error: unknown };

/** Chunks of one task that may be on their way or waiting at the receiver. */
export const CHUNKS_AHEAD = 4;
