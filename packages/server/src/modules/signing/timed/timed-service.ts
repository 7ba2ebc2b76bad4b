/** What the implementation of a timed service is: work that a worker does by itself, again and again. */
import type { JsonObject } from '../../../kernel/canonical-json.ts';
import type { WorkerFiles, WorkerName } from '../kinds/index.ts';
import type { WorkerRenewals } from '../renewal/index.ts';
import type { WorkerStatusSource } from '../status-workers/index.ts';

/** Made of the worker's properties once. */
export interface TimedService {
  /** Whether only one process of an installation may do it at a time, whatever SINGLETON says. */
  readonly singleton: boolean;
  /**
   * Does the work once. What fails is told to `context.failed`, and the rest is done.
   *
   * @returns what it came to, for the audit log; undefined when nothing was changed
   */
  run(context: TimedContext): Promise<JsonObject | undefined>;
}

/** The test of a worker's key, as {@link TimedFacilities} offer it. */
export interface WorkerKeyTester {
  /** @param named - the worker, by id or name */
  test(named: string): Promise<void>;
}

/** What timed services work with. */
export interface TimedFacilities {
  readonly files: WorkerFiles;
  readonly statuses: WorkerStatusSource;
  readonly keyTests: WorkerKeyTester;
  readonly renewals: Pick<WorkerRenewals, 'renewIfDue'>;
}

/** What a run works with. */
export interface TimedContext extends TimedFacilities {
  readonly worker: WorkerName;
  /** Ends the run at its next step. */
  readonly signal: AbortSignal;
  /** @param what - what could not be done, such as the name of a worker */
  failed(what: string, error: unknown): void;
}
