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
  async execute(
    administrator: Administrator,
    { id, name, value }: ServiceDocument,
    signal: AbortSignal,
  ): Promise<ServiceOutcome> {
    const { audit, turns } = this.#deps;
    const done = await turns.exclusively(String(id), async () => this.#noted(id, () => this.#work(value, signal)));
    if (done === undefined) return 'running';
    if (done === 0) return 'nothing-to-do';
    await audit.record({
      event: 'SERVICE_EXECUTED',
      outcome: 'SUCCESS',
      actor: actorOf(administrator),
      details: { name, worker: value.work.worker, done },
    });
    return 'worked';
  }

  /** Has a run stand in the list of services. */
  async #noted(serviceId: number, work: () => Promise<number>): Promise<number> {
    const { runs } = this.#deps;
    await runs.begin(serviceId);
    try {
      const done = await work();
      await runs.end(serviceId, done === 0 ? 'nothing-to-do' : 'worked', '');
      return done;
    } catch (error) {
      await runs.end(serviceId, 'failed', problemOf(error));
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
