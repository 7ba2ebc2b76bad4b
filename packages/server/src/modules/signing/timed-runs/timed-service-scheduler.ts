/** Runs the timed services among the workers in the background. */
import type { Configuration } from '../../configuration/index.ts';
import { admissionOf, workerType } from '../workers/index.ts';
import type { RunTimedService, ScheduledWorker } from './run-timed-service.ts';
import type { TimedRunKey, TimedRunStore } from './timed-runs.ts';

export interface TimedServiceSchedulerDeps {
  readonly configuration: Configuration;
  readonly runs: Pick<TimedRunStore, 'take'>;
  readonly runTimedService: Pick<RunTimedService, 'run'>;
  /** This process, by a name that it has after a restart, too. */
  readonly node: string;
  /** Told of a service that could not be asked for, and of a run that could not be noted. */
  readonly onBackgroundError: (error: unknown) => void;
}

export class TimedServiceScheduler {
  readonly #deps: TimedServiceSchedulerDeps;
  #epoch = -1;
  #services: readonly ScheduledWorker[] = [];
  /** When the database is to be asked again whether a service is due, on a clock of this process that never steps. */
  #askAt = new Map<number, number>();
  readonly #running = new Map<number, Promise<void>>();
  readonly #stopping = new AbortController();

  constructor(deps: TimedServiceSchedulerDeps) {
    this.#deps = deps;
  }

  /** Starts what is due and does not wait for it. To be called every second or so. */
  async startDue(): Promise<void> {
    await this.#follow();
    for (const scheduled of this.#services) {
      const { id } = scheduled.worker;
      if (this.#running.has(id) || performance.now() < (this.#askAt.get(id) ?? 0)) continue;
      // One that cannot be asked for is not to keep the others waiting.
      await this.#startIfDue(scheduled).catch(this.#deps.onBackgroundError);
    }
  }

  /** Returns when nothing runs any more; a run ends at its next step. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#running.values());
  }

  /** Reads the workers when anything was configured since. */
  async #follow(): Promise<void> {
    const { configuration } = this.#deps;
    const { epoch } = configuration;
    if (epoch === this.#epoch) return;
    const workers = await configuration.list(workerType);
    this.#services = workers.flatMap((worker) => {
      if (!worker.usability.usable || admissionOf(worker).disabled) return [];
      const { implementation } = worker.usability.value;
      if (implementation.type !== 'TIMED_SERVICE' || !implementation.schedule.active) return [];
      return [{ worker, service: implementation }];
    });
    this.#askAt = new Map();
    this.#epoch = epoch;
  }

  async #startIfDue(scheduled: ScheduledWorker): Promise<void> {
    const { id } = scheduled.worker;
    const { text, next } = scheduled.service.schedule;
    this.#askAt.set(id, performance.now() + LONGEST_PAUSE_MS);
    const key = this.#keyOf(scheduled);
    const { due, waitMs } = await this.#deps.runs.take(key, text, next);
    this.#askAt.set(id, performance.now() + Math.min(waitMs, LONGEST_PAUSE_MS));
    if (due && !this.#stopping.signal.aborted) this.#start(scheduled, key);
  }

  #keyOf({ worker, service }: ScheduledWorker): TimedRunKey {
    return { workerId: worker.id, node: service.singleton || service.schedule.singleton ? '' : this.#deps.node };
  }

  #start(scheduled: ScheduledWorker, key: TimedRunKey): void {
    const { onBackgroundError, runTimedService } = this.#deps;
    const run = runTimedService
      .run(scheduled, key, this.#stopping.signal)
      .catch(onBackgroundError)
      .finally(() => this.#running.delete(key.workerId));
    this.#running.set(key.workerId, run);
  }
}

/** How late another process that makes a run may end without this one noticing that the next one is due. */
const LONGEST_PAUSE_MS = 10_000;
