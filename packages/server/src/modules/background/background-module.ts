import type { ClockBelief } from '../../kernel/clock-belief.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Random } from '../../kernel/random.ts';
import type { Timers } from '../../kernel/timers.ts';
import { Leases, type LeaseStore } from './leases.ts';
import { RunTask } from './run-task.ts';
import { Scheduler } from './scheduler.ts';

export interface BackgroundModuleDeps {
  readonly leaseStore: LeaseStore;
  readonly clock: Clock;
  readonly clockBelief: ClockBelief;
  readonly random: Random;
  readonly timers: Timers;
  /** This host, by a name that it has after a restart, too. */
  readonly host: string;
  /**
   * Has a task run in the process that runs those of the host and of the installation, when that is another one. Given, this process runs tasks of each
   * process alone.
   */
  readonly wakeElsewhere?: (task: string) => void;
  /** Receives errors of background work, with the task's name if there is one. */
  readonly onFailed: (error: unknown, task?: string) => void;
}

/** Constructs the scheduler, which has no tasks yet, and what runs and leases are made with. */
export function backgroundModule(deps: BackgroundModuleDeps) {
  const leases = new Leases({ ...deps, store: deps.leaseStore, onRenewalFailed: (error) => deps.onFailed(error) });
  const runTask = new RunTask({ ...deps, leases });
  return { leases, runTask, scheduler: new Scheduler({ ...deps, runTask }) };
}
