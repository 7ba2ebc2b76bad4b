import { inOneLine } from '../../kernel/shortened.ts';
import { AppError } from '../../kernel/errors.ts';
import type { DueTime } from './due-time.ts';
import type { Leases, LeaseStore } from './leases.ts';
import type { RunEnd, Task } from './task.ts';

export interface RunTaskDeps {
  readonly leases: Leases;
  readonly leaseStore: Pick<LeaseStore, 'dueTime'>;
  /** This host, by a name that it has after a restart, too. */
  readonly host: string;
}

/** One run of a task, in one place at a time if the task says so. */
export class RunTask {
  readonly #deps: RunTaskDeps;

  constructor(deps: RunTaskDeps) {
    this.#deps = deps;
  }

  /**
   * Runs the task now, whether it is due or not, and notes what came of it.
   *
   * @returns undefined when it runs already, here or elsewhere
   * @throws what the task throws, even when that cannot be noted
   */
  async run(task: Task, signal: AbortSignal): Promise<RunEnd | undefined> {
    const work = async () => noted(task, signal);
    return task.where === 'each-process' ? work() : this.#deps.leases.exclusively(this.#leaseOf(task), work);
  }

  /** Finds where it stands when a task is due; undefined for one of each process that is not to be remembered. */
  dueTimeOf(task: Task): DueTime | undefined {
    const { dueTime, schedule, where } = task;
    if (dueTime !== undefined || where === 'each-process') return dueTime;
    // The interval is part of the name, so that a shorter one counts at once.
    return this.#deps.leaseStore.dueTime(`${this.#leaseOf(task)} ${schedule.text}`);
  }

  #leaseOf({ name, where }: Task): string {
    return where === 'one-per-host' ? `${name} on ${this.#deps.host}` : name;
  }
}

/** Returns the text of an error for operators. That of a foreign error may be meant for the log alone. */
export function problemOf(error: unknown): string {
  // Not every database takes every character.
  return inOneLine(error instanceof AppError ? error.message : 'General failure.');
}

async function noted(task: Task, signal: AbortSignal): Promise<RunEnd> {
  const { notes } = task;
  await notes?.begin();
  let end: RunEnd;
  try {
    end = (await task.run(signal)) ?? { outcome: 'worked', problem: '' };
  } catch (error) {
    await notes?.end({ outcome: 'failed', problem: problemOf(error).slice(0, MAX_PROBLEM) }).catch(() => undefined);
    throw error;
  }
  await notes?.end({ ...end, problem: end.problem.slice(0, MAX_PROBLEM) });
  return end;
}

const MAX_PROBLEM = 4000;
