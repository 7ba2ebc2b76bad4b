/** What the route `/services` needs of the use case behind it. */
import type { Administrator } from '../../modules/access/index.ts';

/** What the program does by itself, again and again. */
export interface BackgroundServices {
  /** In order of their names. */
  list(administrator: Administrator): Promise<readonly ListedService[]>;
}

/** Times are milliseconds since the epoch. */
export interface ListedService {
  readonly name: string;
  /** The number that clients see. */
  readonly publicId: number;
  /** Undefined for one whose settings cannot be used. */
  readonly plan: { readonly worker: string; readonly active: boolean; readonly intervalSeconds: number } | undefined;
  /** Undefined while there was none. */
  readonly lastRun: ListedRun | undefined;
  /** Undefined for one that does not run by itself. */
  readonly nextMs: number | undefined;
}

interface ListedRun {
  readonly startedMs: number;
  /** Undefined while it goes on, and for one whose process has ended with it. */
  readonly end:
    | {
        readonly endedMs: number;
        readonly outcome: 'worked' | 'nothing-to-do' | 'failed';
        /** Empty unless it failed. */
        readonly problem: string;
      }
    | undefined;
}
