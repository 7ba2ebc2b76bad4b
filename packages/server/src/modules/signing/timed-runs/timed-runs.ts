/** Records of the runs of timed services, by the clock of the database. */
import type { DueTime, RunNotes } from '../../background/index.ts';

/** Key of runs: those of a worker in one process, or in all processes as one. */
export interface TimedRunKey {
  /** Id of the worker's document. */
  readonly workerId: number;
  /** The process; empty for all of them. */
  readonly node: string;
}

/** State of a timed service in one process, or in all of them. */
export interface TimedRuns {
  readonly node: string;
  /** When the next run is due; undefined when none will be. */
  readonly nextMs: number | undefined;
  /** When the last run began; undefined while there was none. */
  readonly startedMs: number | undefined;
  /** Undefined while it goes on, and for one whose process has ended with it. */
  readonly endedMs: number | undefined;
  /** Description of what failed; empty when nothing did. */
  readonly problem: string;
}

export interface TimedRunStore {
  /**
   * Returns the store of the moment at which a service is due. @param schedule - in words; under another one it is due as if it were seen
   * for the first time
   */
  dueTime(key: TimedRunKey, schedule: string): DueTime;
  notes(key: TimedRunKey): RunNotes;
  /** In the order of the processes. */
  list(workerId: number): Promise<readonly TimedRuns[]>;
}
