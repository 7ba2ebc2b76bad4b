/** The moment at which a task is due next, which all processes share, by the clock of the database. */
import type { NextMoment } from './schedule.ts';

/** Store of the moment at which a task is next due. As with leases, nobody's act changes it, so it needs no unit of work. */
export interface DueTime {
  /** `dueMs` is undefined while nobody has asked, under this schedule at least. */
  read(): Promise<{ readonly nowMs: number; readonly dueMs: number | undefined }>;
  /** Stores the first moment; without effect when another process just has. */
  begin(dueMs: number): Promise<void>;
  /** Moves it on. False when another process has. */
  move(fromMs: number, toMs: number): Promise<boolean>;
}

/** An answer to a process that asks whether a run is due. */
export interface Turn {
  /** True once for each moment, for one of all processes. */
  readonly due: boolean;
  /** Milliseconds until the run after it. */
  readonly waitMs: number;
}

/**
 * Takes the run that is due, if there is one.
 *
 * A task that is seen for the first time is due when its first moment has come. Of the moments that no process was there for, one is made up for.
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

/** The end of the year 9999: when a task is due whose schedule has come to its end. */
export const NEVER_MS = 253_402_300_799_000;
