/** Wall-clock times of a task. */
export interface TaskTimes {
  /** When its thread was heard to have taken it up, on the steady clock in milliseconds. */
  readonly begunAt: number | undefined;
  /** Milliseconds for which it has yielded to pending writes in its thread, in the first number. */
  readonly waitedMs: Int32Array<SharedArrayBuffer>;
}

/** Returns the wall-clock milliseconds spent on a task, without the time for which it yielded to pending writes. */
export function workedMsByClock({ begunAt, waitedMs }: TaskTimes, nowMs: number): number {
  return begunAt === undefined ? 0 : nowMs - begunAt - Atomics.load(waitedMs, 0);
}
