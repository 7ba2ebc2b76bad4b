import { inOneLine } from '../../../kernel/shortened.ts';
import type { JsonObject } from '../../../kernel/canonical-json.ts';
import { AppError } from '../../../kernel/errors.ts';
import { actorOf, SYSTEM } from '../../access/index.ts';
import type { AuditLog } from '../../audit/index.ts';
import type { Leases } from '../../background/index.ts';
import type { TIMED_SERVICE_KINDS, TimedServiceKindName, TimedWorker, WorkerDocument } from '../workers/index.ts';
import type { TimedRunKey, TimedRunStore } from './timed-runs.ts';
import type { TimedService } from '../kinds/index.ts';

/** Makers of timed services, one for each kind: each is constructed with what its services need. */
export type TimedServiceMakers = {
  readonly [Name in TimedServiceKindName]: (
    settings: ReturnType<(typeof TIMED_SERVICE_KINDS)[Name]['read']>,
  ) => TimedService;
};

/** A timed service as its worker describes it. */
export interface ScheduledWorker {
  readonly worker: WorkerDocument;
  readonly service: TimedWorker;
}

/** What the log of the server is told of a run. */
export interface TimedRunEntry {
  readonly level: 'info' | 'error';
  readonly worker: { readonly id: number; readonly name: string };
  /** What could not be done; empty when everything was. */
  readonly problems: readonly string[];
}

export interface RunTimedServiceDeps {
  readonly audit: AuditLog;
  readonly leases: Pick<Leases, 'exclusively'>;
  readonly runs: TimedRunStore;
  readonly services: TimedServiceMakers;
  readonly writeTimedRunLog: (entry: TimedRunEntry) => void;
  /** Told of every error as it was thrown. */
  readonly onBackgroundError: (error: unknown) => void;
}

/** Has a timed service do its work once, and notes what came of it. */
export class RunTimedService {
  readonly #deps: RunTimedServiceDeps;

  constructor(deps: RunTimedServiceDeps) {
    this.#deps = deps;
  }

  /**
   * Runs it, unless it is one for one process at a time and runs in another.
   *
   * @param signal - ends the run at its next step
   */
  async run(scheduled: ScheduledWorker, key: TimedRunKey, signal: AbortSignal): Promise<void> {
    const { leases } = this.#deps;
    const work = async () => this.#work(scheduled, key, signal);
    if (key.node === '') await leases.exclusively(`service of worker ${key.workerId}`, work);
    else await work();
  }

  async #work({ worker, service }: ScheduledWorker, key: TimedRunKey, signal: AbortSignal): Promise<void> {
    const { runs, services, writeTimedRunLog } = this.#deps;
    const about = { id: worker.publicId, name: worker.name };
    const problems: string[] = [];
    const failed = (what: string, error: unknown) => {
      this.#deps.onBackgroundError(error);
      const text = `${what}: ${error instanceof AppError ? error.message : 'General failure.'}`;
      // What a property names may be anything, and not every database takes that.
      problems.push(inOneLine(text));
    };
    await runs.begin(key);
    let done: JsonObject | undefined;
    try {
      // It was the kind of this name that has read the settings.
      const make = services[service.kind] as (settings: unknown) => TimedService;
      done = await make(service.settings).run({ signal, failed });
    } catch (error) {
      failed(worker.name, error);
    }
    await runs.end(key, problems.join('\n').slice(0, MAX_PROBLEM));
    if (problems.length > 0) writeTimedRunLog({ level: 'error', worker: about, problems });
    else if (service.schedule.logged.has('INFO_LOGGING')) writeTimedRunLog({ level: 'info', worker: about, problems });
    if (done !== undefined || service.schedule.logged.has('SECURE_AUDITLOGGING'))
      await this.#record(about, done, problems);
  }

  async #record(worker: TimedRunEntry['worker'], done: JsonObject = {}, problems: readonly string[]): Promise<void> {
    const shown = problems.slice(0, MAX_PROBLEMS);
    await this.#deps.audit.record({
      event: 'TIMED_SERVICE_RUN',
      outcome: problems.length > 0 ? 'FAILURE' : 'SUCCESS',
      actor: actorOf(SYSTEM),
      details: {
        worker: worker.name,
        workerId: worker.id,
        ...done,
        ...(problems.length === 0 ? {} : { problems: shown, problemCount: problems.length }),
      },
    });
  }
}

const MAX_PROBLEM = 4000;
const MAX_PROBLEMS = 20;
