/** Due times of a task. */

/** Returns the next due time after a moment, both in milliseconds since 1970; undefined if there is none. */
export type NextMoment = (afterMs: number) => number | undefined;

/** An interval or a cron expression. */
export interface Schedule {
  /** Description. A different text is a different schedule, under which earlier due times do not count. */
  readonly text: string;
  readonly next: NextMoment;
}

/** Returns the schedule for an interval. */
export function every(intervalMs: number): Schedule {
  return { text: `every ${intervalMs} ms`, next: (afterMs) => afterMs + intervalMs };
}
