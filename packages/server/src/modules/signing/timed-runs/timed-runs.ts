/** What is remembered of the runs of timed services, by the clock of the database. */
import type { NextMoment } from '../../background/index.ts';

/** Whose runs: those of a worker in one process, or in all processes as one. */
export interface TimedRunKey {
  /** Of the worker's document. */
  readonly workerId: number;
  /** The process; empty for all of them. */
  readonly node: string;
}

/** How a timed service stands in one process, or in all of them. */
export interface TimedRuns {
  readonly node: string;
  /** When the next run is due; undefined when none will be. */
  readonly nextMs: number | undefined;
  /** When the last run began; undefined while there was none. */
  readonly startedMs: number | undefined;
  /** Undefined while it goes on, and for one whose process has ended with it. */
  readonly endedMs: number | undefined;
  /** What could not be done; empty when everything was. */
  readonly problem: string;
}

export interface TimedRunStore {
  /**
   * Whether a run is due that the caller is to make: true once for each time, however many ask. A service that is seen for the first time,
   * or under another schedule than before, is due when its first time has come. Of the times that nobody was there for, one is made up for.
   *
   * @param next - from the schedule whose text is `schedule`
   * @returns how long it is until the next run
   */
  take(
    key: TimedRunKey,
    schedule: string,
    next: NextMoment,
  ): Promise<{ readonly due: boolean; readonly waitMs: number }>;
  /** Notes that a run begins. */
  begin(key: TimedRunKey): Promise<void>;
  /** Notes that it has ended. */
  end(key: TimedRunKey, problem: string): Promise<void>;
  /** In the order of the processes. */
  list(workerId: number): Promise<readonly TimedRuns[]>;
}
