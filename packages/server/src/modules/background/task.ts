/** Tasks: what the program does by itself, again and again. A module makes them and one scheduler runs them. */
import type { DueTime } from './due-time.ts';
import type { Schedule } from './schedule.ts';

export interface Task {
  /** Names the task, and its leases, for good. One name is one task. */
  readonly name: string;
  /** For people, where the name says too little. */
  readonly title?: string;
  readonly schedule: Schedule;
  /**
   * In how many places it runs.
   *
   * `each-process`: each process makes its own runs, with a pause of the schedule after each.
   * `one-per-host` and `one-per-installation`: one process makes each run, and none begins while another goes on.
   */
  readonly where: 'each-process' | 'one-per-host' | 'one-per-installation';
  /** Waits while the clock is not believed; false unless given. */
  readonly needsBelievedClock?: boolean;
  /** Store of the moment at which the task is due. Unless given, it is a lease; a task of each process needs none. */
  readonly dueTime?: DueTime;
  /** Notes of its last run for all processes, beside the reports of this one. */
  readonly notes?: RunNotes;
  /**
   * Does the work once. Safe beside another run, and after one that ended in the middle.
   *
   * @param signal - ends the run at its next step
   * @returns what came of it; something was done unless said otherwise
   */
  run(signal: AbortSignal): Promise<RunEnd | void>;
}

/** Result of a run. */
export interface RunEnd {
  readonly outcome: 'worked' | 'nothing-to-do' | 'failed';
  /** Why it failed, in words that operators may read; empty otherwise. */
  readonly problem: string;
}

/** Durable notes of the last run of a task, by the clock of the database. */
export interface RunNotes {
  begin(): Promise<void>;
  end(end: RunEnd): Promise<void>;
}

/** Tasks that come and go with the configuration. */
export interface TaskSource {
  readonly name: string;
  /** Another number when {@link tasks} may give others. Asked every second. */
  version(): number;
  tasks(): Promise<readonly Task[]>;
}
