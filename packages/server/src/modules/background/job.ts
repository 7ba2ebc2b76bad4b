/**
 * Jobs: work on more rows than one unit may change, done in units of bounded size by the holder of the job's lease.
 *
 * Each of these units contains the writes of one step and `job.advance`, so that work and progress become durable together. If a runner has lost its
 * lease, the version has changed: its unit fails as a whole with a conflict, and nothing is done twice.
 */
import type { Write } from '../../kernel/unit-of-work.ts';

/** A job that this process may work on until its lease ends. */
export interface ClaimedJob {
  readonly id: number;
  readonly kind: string;
  readonly holder: string;
  /** Progress of the job, as JSON. */
  readonly progress: string;
  /** Version expected by the next `job.advance` or `job.finish`; each raises it by one. */
  readonly version: number;
}

/** State of a job. */
export interface JobReport {
  readonly state: 'waiting' | 'running' | 'done' | 'failed';
  /** See {@link ClaimedJob}. */
  readonly progress: string;
}

/** A job as stored, for operators. Times are milliseconds since 1970. */
export interface StoredJob extends JobReport {
  readonly id: number;
  readonly kind: string;
  /** Reason why its last step failed, in words for operators; empty after a step that did not. */
  readonly problem: string;
  readonly createdMs: number;
  /** Time of its last step. */
  readonly updatedMs: number;
}

/** Claims and reads jobs. */
export interface Jobs {
  find(id: number): Promise<JobReport | undefined>;
  /**
   * Lists jobs that have not ended, the oldest first, then those that have, the last first. A job whose runner has lost its lease is waiting.
   *
   * @param limits - maximum numbers of both
   */
  list(limits: { readonly open: number; readonly ended: number }): Promise<readonly StoredJob[]>;
  /**
   * Claims the oldest job of a kind that nobody works on: a waiting one, or one whose lease has expired.
   *
   * @param holder - unique name of this runner
   * @param leaseMs - length by the database's clock; {@link renew} extends it
   */
  claim(kind: string, holder: string, leaseMs: number): Promise<ClaimedJob | undefined>;
  /** Extends the lease. False if the job has ended or belongs to another runner by now. */
  renew(job: Pick<ClaimedJob, 'id' | 'holder'>, leaseMs: number): Promise<boolean>;
  /** Lets another runner continue at once, for example when this process shuts down. */
  release(job: Pick<ClaimedJob, 'id' | 'holder'>): Promise<void>;
  /** Notes why a step failed, unless the job belongs to another runner by now. */
  noteProblem(job: Pick<ClaimedJob, 'id' | 'holder'>, problem: string): Promise<void>;
}

/** Creates a job that waits to be claimed. A second one with the same id is a conflict. */
export interface InsertJob extends Write {
  readonly op: 'job.insert';
  readonly id: number;
  readonly kind: string;
  readonly progress: string;
  readonly createdMs: number;
}

/** Advances a job by the step whose writes are in the same unit. */
export interface AdvanceJob extends Write {
  readonly op: 'job.advance';
  readonly job: Pick<ClaimedJob, 'id' | 'holder' | 'version'>;
  readonly progress: string;
  readonly updatedMs: number;
}

/** Ends a job permanently. */
export interface FinishJob extends Write {
  readonly op: 'job.finish';
  readonly job: Pick<ClaimedJob, 'id' | 'holder' | 'version'>;
  readonly state: 'done' | 'failed';
  readonly progress: string;
  readonly updatedMs: number;
}
