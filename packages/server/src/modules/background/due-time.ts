/** Next due time of a task, shared by all processes, by the database's clock. */
import type { NextMoment } from './schedule.ts';

/** Store of a task's next due time. As with leases, it belongs to no audited act, so it needs no unit of work. */
export interface DueTime {
  /** Reads the due time; `dueMs` is undefined if it was never set, at least under this schedule. */
  read(): Promise<{ readonly nowMs: number; readonly dueMs: number | undefined }>;
  /** Stores the first due time, unless another process just has. */
  begin(dueMs: number): Promise<void>;
  /** Advances the due time; false if another process already has. */
  move(fromMs: number, toMs: number): Promise<boolean>;
}

/** Answer to a process that asks whether a run is due. */
export interface Turn {
  /** True for exactly one process per due time. */
  readonly due: boolean;
  /** Milliseconds until the next run. */
  readonly waitMs: number;
}

/**
 * Takes the run that is due, if any.
 *
 * A new task is due at its first due time. If several due times passed while no process was running, one run makes up for them.
 */
export async function takeTurn(time: DueTime, next: NextMoment): Promise<Turn> {
  const { nowMs, dueMs } = await time.read();
  if (dueMs !== undefined && dueMs > nowMs) return { due: false, waitMs: dueMs - nowMs };
  const nextMs = next(nowMs) ?? NEVER_MS;
  const waitMs = nextMs - nowMs;
  if (dueMs !== undefined) return { due: await time.move(dueMs, nextMs), waitMs };
  await time.begin(nextMs);
  return { due: false, waitMs };
}

/** End of the year 9999: due time of a task whose schedule has ended. */
export const NEVER_MS = 253_402_300_799_000;
