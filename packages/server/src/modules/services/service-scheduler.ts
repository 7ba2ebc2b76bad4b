/** Runs the active services of an installation in the background, each in one process at a time. */
import type { ClockBelief } from '../../kernel/clock-belief.ts';
import { SYSTEM } from '../access/index.ts';
import type { Configuration } from '../configuration/index.ts';
import type { ExecuteService, ServiceDocument } from './execute-service.ts';
import type { ServiceTurns } from './service-turns.ts';
import { serviceType } from './service-type.ts';

export interface ServiceSchedulerDeps {
  readonly configuration: Configuration;
  readonly turns: ServiceTurns;
  readonly executeService: ExecuteService;
  readonly clockBelief: ClockBelief;
  /** Told of a run that failed; the next one is made when it is due. */
  readonly onFailed: (error: unknown) => void;
}

export class ServiceScheduler {
  readonly #deps: ServiceSchedulerDeps;
  /** When the database is to be asked again whether a service is due, on a clock of this process that never steps. */
  readonly #askAt = new Map<number, number>();
  readonly #running = new Map<number, Promise<void>>();
  readonly #stopping = new AbortController();

  constructor(deps: ServiceSchedulerDeps) {
    this.#deps = deps;
  }

  /** Starts what is due and does not wait for it; nothing while the clock is not believed. To be called every second or so. */
  async startDue(): Promise<void> {
    if (this.#deps.clockBelief.doubt !== undefined) return;
    for (const service of await this.#deps.configuration.list(serviceType)) {
      if (!service.usability.usable || !service.value.active) continue;
      if (this.#running.has(service.id) || performance.now() < (this.#askAt.get(service.id) ?? 0)) continue;
      const intervalMs = service.value.intervalSeconds * 1000;
      this.#askAt.set(service.id, performance.now() + Math.min(intervalMs, LONGEST_PAUSE_MS));
      if (this.#stopping.signal.aborted || !(await this.#deps.turns.takeInterval(String(service.id), intervalMs))) {
        continue;
      }
      this.#start(service);
    }
  }

  /** Returns when nothing runs any more; a run ends at its next step. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#running.values());
  }

  #start(service: ServiceDocument): void {
    const { executeService, onFailed } = this.#deps;
    const run = executeService
      .execute(SYSTEM, service, this.#stopping.signal)
      .then(() => undefined, onFailed)
      .finally(() => this.#running.delete(service.id));
    this.#running.set(service.id, run);
  }
}

/** How late another process that runs a service may end without this one noticing that the service is due. */
const LONGEST_PAUSE_MS = 10_000;
