import { inOneLine } from '../../kernel/text/shortened.ts';
import { AppError } from '../../kernel/errors.ts';
import { WithDeps } from '../../kernel/with-deps.ts';
import type { DueTime } from './due-time.ts';
import type { Leases, LeaseStore } from './leases.ts';
import type { RunEnd, Task } from './task.ts';

export interface RunTaskDeps {
  readonly leases: Leases;
  readonly leaseStore: Pick<LeaseStore, 'dueTime'>;
  /** Name of this host, which stays the same after a restart. */
  readonly host: string;
}

/** Runs tasks, each in one place at a time if it requires that. */
export class RunTask extends WithDeps<RunTaskDeps> {
  /**
   * Runs the task now, whether or not it is due, and notes the result.
   *
   * @param present - called when the lease is held: returns the task as it is configured by then, or undefined if it is not to run any more
   * @returns undefined if it is already running, here or elsewhere
   * @throws the errors of the task, even if they cannot be noted
   */
  async run(
    task: Task,
    signal: AbortSignal,
    present: () => Task | undefined = () => task,
  ): Promise<RunEnd | undefined> {
    const work = async () => {
      const current = present();
      return current === undefined ? NOTHING_TO_DO : noted(current, signal);
    };
    return task.where === 'each-process' ? work() : this.deps.leases.exclusively(this.#leaseOf(task), work);
  }

  /** Returns the store of a task's due time; undefined for a task of each process without one. */
  dueTimeOf(task: Task): DueTime | undefined {
    const { dueTime, schedule, where } = task;
    if (dueTime !== undefined || where === 'each-process') return dueTime;
    // The interval is part of the name, so that a shorter one takes effect at once.
    return this.deps.leaseStore.dueTime(`${this.#leaseOf(task)} ${schedule.text}`);
  }

  #leaseOf({ name, where }: Task): string {
    return where === 'one-per-host' ? `${name} on ${this.deps.host}` : name;
  }
}

/** Returns the text of an error for operators. Texts of foreign errors may be for the log only. */
export function problemOf(error: unknown): string {
  // Not all databases accept all characters.
  return inOneLine(error instanceof AppError ? error.message : 'General failure.').slice(0, MAX_PROBLEM);
}

async function noted(task: Task, signal: AbortSignal): Promise<RunEnd> {
  const { notes } = task;
  await notes?.begin();
  let end: RunEnd;
  try {
    end = (await task.run(signal)) ?? { outcome: 'worked', problem: '' };
  } catch (error) {
    await notes?.end({ outcome: 'failed', problem: problemOf(error) }).catch(() => undefined);
    throw error;
  }
  await notes?.end({ ...end, problem: end.problem.slice(0, MAX_PROBLEM) });
  return end;
}

/** Result of a run that found no work. */
export const NOTHING_TO_DO: RunEnd = { outcome: 'nothing-to-do', problem: '' };
const MAX_PROBLEM = 4000;
