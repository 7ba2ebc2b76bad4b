/** Times of a task by the clock. */
export interface TaskTimes {
  /** When its thread was heard to have taken it up, on the steady clock in milliseconds. */
  readonly begunAt: number | undefined;
  /** The milliseconds that those who store have kept it waiting in its thread, in the first number. */
  readonly waitedMs: Int32Array<SharedArrayBuffer>;
}

/** Returns the milliseconds by the clock that a task has been worked on: those in which it stood back behind others are none of them. */
export function workedMsByClock({ begunAt, waitedMs }: TaskTimes, nowMs: number): number {
  return begunAt === undefined ? 0 : nowMs - begunAt - Atomics.load(waitedMs, 0);
}
