/** Messages between the main thread and the writing thread. */
import type { UnitOutcome } from '../engine/index.ts';
import type { ColumnValue } from '../sql/index.ts';
import type { BoundUnit, BoundWrites, WriteStatement } from './bound-writes.ts';
import type { Row, SqliteFile } from './sqlite-connection.ts';

/** Data that the thread begins with. */
export interface WriteThreadData {
  readonly file: SqliteFile;
  readonly statements: readonly WriteStatement[];
}

/** Each but `part` and `close` is answered, in the order in which they were sent. */
export type ToWriter =
  /** `sentAhead`: how many parts of the only unit have come before. */
  | { readonly type: 'units'; readonly units: readonly BoundUnit[]; readonly sentAhead?: number }
  /** A part of a unit that is too large for one message. */
  | { readonly type: 'part'; readonly isFirst: boolean; readonly part: BoundWrites }
  | { readonly type: 'statement'; readonly sql: string; readonly values: readonly ColumnValue[] }
  /** Frames of other processes, see `writer-frames.ts`. */
  | { readonly type: 'frames'; readonly frames: readonly Uint8Array[] }
  | { readonly type: 'close' };

/** The answer to the oldest message that has none. */
export type FromWriter =
  | { readonly type: 'outcomes'; readonly outcomes: readonly UnitOutcome[] }
  | { readonly type: 'rows'; readonly rows: readonly Row[] }
  /** One answer for each frame. */
  | { readonly type: 'answers'; readonly answers: readonly Uint8Array[] }
  | { readonly type: 'failed'; readonly error: unknown; readonly reason?: string | undefined };
