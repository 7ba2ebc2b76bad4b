/** Does what a service is there for, once. */
import { type ClockBelief, requireConfirmedClock } from '../../kernel/clock-belief.ts';
import { AppError } from '../../kernel/errors.ts';
import { actorOf, type Administrator } from '../access/index.ts';
import type { AuditLog } from '../audit/index.ts';
import type { UpdateCrls } from '../ca/index.ts';
import type { Configuration, Document } from '../configuration/index.ts';
import type { ServiceRunStore } from './service-runs.ts';
import type { ServiceTurns } from './service-turns.ts';
import type { ServiceConfiguration } from './service-type.ts';

/** A service as it was read. */
export type ServiceDocument = Document<unknown, ServiceConfiguration>;

/** What came of it. */
export type ServiceOutcome = 'worked' | 'nothing-to-do' | 'running';

export interface ExecuteServiceDeps {
  readonly audit: AuditLog;
  readonly configuration: Configuration;
  readonly turns: Pick<ServiceTurns, 'exclusively'>;
  readonly runs: Pick<ServiceRunStore, 'begin' | 'end'>;
  readonly clockBelief: ClockBelief;
  readonly updateCrls: UpdateCrls;
  /** Renews the certificates of workers of the signing service that end soon, and says how many. */
  readonly renewSigners: (signal: AbortSignal) => Promise<number>;
  /** Removes what the signing service has archived for long enough, and says how many documents. */
  readonly expireArchive: (signal: AbortSignal) => Promise<number>;
}

export class ExecuteService {
  readonly #deps: ExecuteServiceDeps;

  constructor(deps: ExecuteServiceDeps) {
    this.#deps = deps;
  }

  /**
   * Runs the service unless it is running, and records a run that did something.
   *
   * @param administrator - who told it to; the program itself in the background
   * @param signal - ends the run at its next step
   * @throws {@link ClockDoubtedError} while the clock is not believed: what a service does depends on it
   */
  async execute(administrator: Administrator, service: ServiceDocument, signal: AbortSignal): Promise<ServiceOutcome> {
    return (
      (await this.#deps.turns.exclusively(String(service.id), () => this.#run(administrator, service, signal))) ??
      'running'
    );
  }

  /** Works, records what was done, and has the run stand in the list of services. */
  async #run(
    administrator: Administrator,
    { id, name, value }: ServiceDocument,
    signal: AbortSignal,
  ): Promise<ServiceOutcome> {
    const { audit, runs } = this.#deps;
    await runs.begin(id);
    const done = await this.#attempt(id, () => this.#work(value, signal));
    const outcome = done === 0 ? 'nothing-to-do' : 'worked';
    // The record comes first: it is not to be missing when the note of the run cannot be made.
    if (done > 0)
      await audit.record({
        event: 'SERVICE_EXECUTED',
        outcome: 'SUCCESS',
        actor: actorOf(administrator),
        details: { name, worker: value.work.worker, done },
      });
    await runs.end(id, outcome, '');
    return outcome;
  }

  /** Notes the failure of the work. The reason is thrown even when the note cannot be made. */
  async #attempt(serviceId: number, work: () => Promise<number>): Promise<number> {
    try {
      return await work();
    } catch (error) {
      await this.#deps.runs.end(serviceId, 'failed', problemOf(error)).catch(() => undefined);
      throw error;
    }
  }

  /** How much there was to do. */
  async #work({ work }: ServiceConfiguration, signal: AbortSignal): Promise<number> {
    const { clockBelief, configuration, expireArchive, renewSigners, updateCrls } = this.#deps;
    requireConfirmedClock(clockBelief);
    if (work.worker === 'SIGNER_RENEWAL') return renewSigners(signal);
    if (work.worker === 'ARCHIVE_RETENTION') return expireArchive(signal);
    const caIds = work.caIds === 'any' ? (await configuration.listHeads(CA)).map(({ id }) => id) : work.caIds;
    return updateCrls.update(caIds, signal);
  }
}

/** What other errors say may be for the log alone, and not every database takes every character. */
function problemOf(error: unknown): string {
  if (!(error instanceof AppError)) return 'General failure.';
  return error.message
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, MAX_PROBLEM);
}

const CA = 'CA';
const MAX_PROBLEM = 4000;
