/** The times at which a task is due. */

/** Returns the first moment after another one, both in milliseconds since 1970; undefined when there is none any more. */
export type NextMoment = (afterMs: number) => number | undefined;

/** An interval or a cron expression. */
export interface Schedule {
  /** In words. Another text is another schedule: what was due under the one before no longer counts. */
  readonly text: string;
  readonly next: NextMoment;
}

/** Makes the schedule of an interval. */
export function every(intervalMs: number): Schedule {
  return { text: `every ${intervalMs} ms`, next: (afterMs) => afterMs + intervalMs };
}
