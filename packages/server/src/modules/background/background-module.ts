import type { ClockBelief } from '../../kernel/clock-belief.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Random } from '../../kernel/random.ts';
import type { Timers } from '../../kernel/tasks/timers.ts';
import { Leases, type LeaseStore } from './leases.ts';
import { RunTask } from './run-task.ts';
import { Scheduler } from './scheduler.ts';

export interface BackgroundModuleDeps {
  readonly leaseStore: LeaseStore;
  readonly clock: Clock;
  readonly clockBelief: ClockBelief;
  readonly random: Random;
  readonly timers: Timers;
  /** Name of this host, which stays the same after a restart. */
  readonly host: string;
  /**
   * Wakes a task in the process that runs the tasks of the host and of the installation, if that is another process. If set, this process runs only
   * tasks of each process.
   */
  readonly wakeElsewhere?: (task: string) => void;
  /** Receives errors of background work, with the name of the task if there is one. */
  readonly onFailed: (error: unknown, task?: string) => void;
}

/** Constructs the scheduler, without tasks yet, and the use of leases and runs. */
export function backgroundModule(deps: BackgroundModuleDeps) {
  const leases = new Leases({ ...deps, store: deps.leaseStore, onRenewalFailed: (error) => deps.onFailed(error) });
  const runTask = new RunTask({ ...deps, leases });
  return { leases, runTask, scheduler: new Scheduler({ ...deps, runTask }) };
}
