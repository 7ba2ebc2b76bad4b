import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../kernel/clock.ts';
import type { Random } from '../../kernel/random.ts';
import type { Timers } from '../../kernel/tasks/timers.ts';
import {
  ConflictError,
  type Plan,
  planAndCommit,
  type UnitOfWork,
  type UnitOfWorkStore,
} from '../../kernel/unit-of-work.ts';
import type { AdvanceJob, ClaimedJob, FinishJob, Jobs } from './job.ts';
import { problemOf } from './run-task.ts';
import { every } from './schedule.ts';
import type { RunEnd, Task } from './task.ts';

/** Steps of the jobs of one kind. Each step is a unit, and so is the end. */
export interface JobKind<Progress, Item> {
  /** Kind as stored. */
  readonly kind: string;
  /** Name of the task that runs these jobs. */
  readonly task: string;
  /** Work of these jobs in words for operators, such as `revoke what the CA has issued`. */
  readonly purpose: string;
  /** Returns the part of the progress that operators see. */
  summarize(jobId: number, progress: Progress): JobSummary;
  /** Reads the items of the next step; empty when everything is done. */
  readItems(jobId: number, progress: Progress): Promise<readonly Item[]>;
  /** Plans a step: its writes, without that of the job, and the progress after it. */
  planStep(jobId: number, progress: Progress, items: readonly Item[]): Promise<Plan<Progress>>;
  /** Does work after the last step that is not part of a unit. If it throws, it is retried later. */
  complete(jobId: number, progress: Progress): Promise<void>;
  /** Plans the unit that records the end of the job. */
  planEnd(jobId: number, progress: Progress): UnitOfWork;
}

/** The part of a job that operators see. */
export interface JobSummary {
  /** The CA that the job works for. */
  readonly caId: number;
  /** Numbers of things done so far, by what was done with them. */
  readonly counts: Readonly<Record<string, number>>;
}

export interface RunJobsDeps {
  readonly jobs: Pick<Jobs, 'claim' | 'noteProblem' | 'release' | 'renew'>;
  readonly store: UnitOfWorkStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly timers: Timers;
}

/**
 * Returns the task that runs the jobs of a kind, one after the other, including those left by processes that ended. It is woken when there is a new
 * job.
 *
 * A process that is killed loses and repeats nothing, since each step is stored with its progress.
 */
export function jobTask<Progress, Item>(kind: JobKind<Progress, Item>, deps: RunJobsDeps): Task {
  const runner = new JobRunner(kind, deps);
  return { name: kind.task, where: 'each-process', schedule: every(ASKING_MS), run: (signal) => runner.run(signal) };
}

class JobRunner<Progress, Item> {
  readonly #kind: JobKind<Progress, Item>;
  readonly #deps: RunJobsDeps;

  constructor(kind: JobKind<Progress, Item>, deps: RunJobsDeps) {
    this.#kind = kind;
    this.#deps = deps;
  }

  /** Runs all jobs. A job that fails keeps its lease and does not block others: it is retried when the lease has expired. */
  async run(signal: AbortSignal): Promise<RunEnd> {
    const { jobs, random } = this.#deps;
    const failures: unknown[] = [];
    let outcome: RunEnd['outcome'] = 'nothing-to-do';
    while (!signal.aborted) {
      const job = await jobs.claim(this.#kind.kind, random.bytes(16).toHex(), LEASE_MS);
      if (job === undefined) break;
      outcome = 'worked';
      await this.#work(job, signal).catch(async (error: unknown) => {
        if (isLost(error)) return;
        failures.push(error);
        await jobs.noteProblem(job, problemOf(error)).catch(() => undefined);
      });
    }
    if (failures.length > 0) throw failures.length === 1 ? failures[0] : new AggregateError(failures);
    return { outcome, problem: '' };
  }

  async #work(job: ClaimedJob, signal: AbortSignal): Promise<void> {
    const { jobs, timers } = this.#deps;
    let at: Position<Progress> = { job, progress: JSON.parse(job.progress) as Progress };
    let renewedAt = timers.steadyMs();
    for (;;) {
      if (signal.aborted) return jobs.release(job);
      if (timers.steadyMs() - renewedAt > RENEWAL_MS) {
        if (!(await jobs.renew(job, LEASE_MS))) return;
        renewedAt = timers.steadyMs();
      }
      const next = await this.#step(at);
      if (next === undefined) break;
      at = next;
      await nextTurn();
    }
    await this.#kind.complete(job.id, at.progress);
    await this.#finish(at);
  }

  /** Returns undefined if nothing is left. */
  async #step({ job, progress }: Position<Progress>): Promise<Position<Progress> | undefined> {
    const { clock, store } = this.#deps;
    const read = async () => this.#kind.readItems(job.id, progress);
    let items = await read();
    if (items.length === 0) return undefined;
    return planAndCommit(async (previous) => {
      if (isLost(previous)) throw previous;
      // Another act has changed one of the items at the same time.
      if (previous !== undefined) items = await read();
      const { unit, result } = await this.#kind.planStep(job.id, progress, items);
      const advance: AdvanceJob = {
        op: 'job.advance',
        job,
        progress: JSON.stringify(result),
        updatedMs: clock.nowMs(),
      };
      return {
        unit: withWrite(unit, advance),
        result: { job: { ...job, version: job.version + 1 }, progress: result },
      };
    }, store);
  }

  async #finish({ job, progress }: Position<Progress>): Promise<void> {
    const finish: FinishJob = {
      op: 'job.finish',
      job,
      state: 'done',
      progress: JSON.stringify(progress),
      updatedMs: this.#deps.clock.nowMs(),
    };
    await this.#deps.store.commit(withWrite(this.#kind.planEnd(job.id, progress), finish));
  }
}

interface Position<Progress> {
  readonly job: ClaimedJob;
  readonly progress: Progress;
}

/** Puts the write of the job first, so that a step whose lease was lost fails on it, whatever else another runner has changed. */
function withWrite(unit: UnitOfWork, write: AdvanceJob | FinishJob): UnitOfWork {
  return { ...unit, writes: [write, ...unit.writes] };
}

/** Tells whether the lease was lost, so that its new holder does the job. */
function isLost(error: unknown): error is ConflictError {
  return error instanceof ConflictError && error.op.startsWith('job.');
}

/** Interval of the search for jobs of processes that ended. */
const ASKING_MS = 5000;
/** Time for which a stalled process keeps its job. */
const LEASE_MS = 15_000;
const RENEWAL_MS = 5000;
