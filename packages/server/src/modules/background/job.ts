/**
 * Jobs: what touches more rows than one unit may, done in units of bounded size by the holder of the job's lease.
 *
 * Each of those units holds the writes of one step and `job.advance`, so that the progress is durable exactly when the work is. A
 * runner that lost its lease finds the version moved on: its unit fails as a whole with a conflict and nothing is done twice.
 */
import type { Write } from '../../kernel/unit-of-work.ts';

/** A job that this process may work on until its lease ends. */
export interface ClaimedJob {
  readonly id: number;
  readonly kind: string;
  readonly holder: string;
  /** JSON: where the job stands. */
  readonly progress: string;
  /** Version that the next `job.advance` or `job.finish` expects; one more after each. */
  readonly version: number;
}

/** State of a job. */
export interface JobReport {
  readonly state: 'waiting' | 'running' | 'done' | 'failed';
  /** As of {@link ClaimedJob}. */
  readonly progress: string;
}

/** Claims and reads jobs. */
export interface Jobs {
  find(id: number): Promise<JobReport | undefined>;
  /**
   * Claims the oldest job of a kind that nobody works on: one that waits, or one whose runner's lease has ended.
   *
   * @param holder - names this runner; no other runner may use the same name
   * @param leaseMs - by the database's clock; {@link renew} makes it longer
   */
  claim(kind: string, holder: string, leaseMs: number): Promise<ClaimedJob | undefined>;
  /** Makes the lease longer. False when the job has ended or belongs to another runner by now. */
  renew(job: Pick<ClaimedJob, 'id' | 'holder'>, leaseMs: number): Promise<boolean>;
  /** Lets another runner go on at once, such as when this one shuts down. */
  release(job: Pick<ClaimedJob, 'id' | 'holder'>): Promise<void>;
}

/** Creates a job that waits to be claimed. A second one of its id is a conflict. */
export interface InsertJob extends Write {
  readonly op: 'job.insert';
  readonly id: number;
  readonly kind: string;
  readonly progress: string;
  readonly createdMs: number;
}

/** Moves a job on by the step whose writes stand in the same unit. */
export interface AdvanceJob extends Write {
  readonly op: 'job.advance';
  readonly job: Pick<ClaimedJob, 'id' | 'holder' | 'version'>;
  readonly progress: string;
  readonly updatedMs: number;
}

/** Ends a job for good. */
export interface FinishJob extends Write {
  readonly op: 'job.finish';
  readonly job: Pick<ClaimedJob, 'id' | 'holder' | 'version'>;
  readonly state: 'done' | 'failed';
  readonly progress: string;
  readonly updatedMs: number;
}
