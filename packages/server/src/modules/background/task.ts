/** Tasks: recurring work of the program. Modules define them and one scheduler runs them. */
import type { DueTime } from './due-time.ts';
import type { Schedule } from './schedule.ts';

export interface Task {
  /** Permanent, unique name of the task, also used for its leases. */
  readonly name: string;
  /** Display name, if the name is not clear enough. */
  readonly title?: string;
  readonly schedule: Schedule;
  /**
   * Places where it runs.
   *
   * `each-process`: each process has its own runs, with a pause of the schedule after each.
   *
   * `one-per-host` and `one-per-installation`: one process makes each run, and none starts while another is in progress.
   */
  readonly where: 'each-process' | 'one-per-host' | 'one-per-installation';
  /** True if it waits while the clock is in doubt; false by default. */
  readonly needsBelievedClock?: boolean;
  /** Store of its due time; by default a lease. Tasks of each process need none. */
  readonly dueTime?: DueTime;
  /** Notes about its last run for all processes, in addition to the reports of this process. */
  readonly notes?: RunNotes;
  /**
   * Does the work once. Must be safe beside another run, and after an interrupted one.
   *
   * @param signal - aborts the run at its next step
   * @returns the result; by default something was done
   */
  run(signal: AbortSignal): Promise<RunEnd | void>;
}

/** Result of a run. */
export interface RunEnd {
  readonly outcome: 'worked' | 'nothing-to-do' | 'failed';
  /** Reason of the failure in words for operators; empty otherwise. */
  readonly problem: string;
}

/** Durable notes about the last run of a task, by the database's clock. */
export interface RunNotes {
  begin(): Promise<void>;
  end(end: RunEnd): Promise<void>;
}

/** Tasks that depend on the configuration. */
export interface TaskSource {
  readonly name: string;
  /** Returns a number that changes when {@link tasks} may return others. Called every second. */
  version(): number;
  tasks(): Promise<readonly Task[]>;
}
