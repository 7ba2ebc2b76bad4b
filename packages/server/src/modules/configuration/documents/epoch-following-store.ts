import { setTimeout as sleep } from 'node:timers/promises';
import { EpochMovedError, type UnitOfWork, type UnitOfWorkStore } from '../../../kernel/unit-of-work.ts';
import type { ConfigurationCalm } from './configuration-calm.ts';
import type { Configuration } from './configuration.ts';

/**
 * Database wrapper for use cases, which reloads the configuration when a commit reveals that the epoch has moved, or moves it.
 *
 * Without it, a refused plan would be made again from the same caches and refused again until the next poll, and this process would still see a right
 * that was just removed.
 *
 * A unit refused because of the epoch requests calm, long enough to be planned again. Configuration changes of all processes wait for that, but only
 * for a limited time. Otherwise an administrator who makes one change after the other would leave nobody else the time to commit.
 */
export class EpochFollowingStore implements UnitOfWorkStore {
  readonly #deps: EpochFollowingStoreDeps;
  readonly #pause: (milliseconds: number) => Promise<unknown>;
  /** End of the calm that this process has requested. */
  #askedUntil = Number.NEGATIVE_INFINITY;

  constructor(deps: EpochFollowingStoreDeps) {
    this.#deps = deps;
    this.#pause = deps.pause ?? sleep;
  }

  async commit(unit: UnitOfWork, plannedForMs = 0): Promise<void> {
    const { configuration, onFailed, store } = this.#deps;
    const movesEpoch = unit.writes.some(({ op }) => op === 'epoch.move');
    if (movesEpoch) await this.#waitForCalm().catch(onFailed);
    try {
      await store.commit(unit);
    } catch (error) {
      if (!(error instanceof EpochMovedError)) throw error;
      // Refused configuration changes do not request calm, since they would wait for each other.
      await Promise.all([configuration.refresh(), movesEpoch || this.#askForCalm(plannedForMs).catch(onFailed)]);
      throw error;
    }
    if (!movesEpoch) return;
    try {
      await configuration.refresh();
    } catch (error) {
      // The unit is durable, so the caller must not get an error.
      onFailed(error);
    }
  }

  async #askForCalm(plannedForMs: number): Promise<void> {
    const wantedMs = Math.min(LEAST_CALM_MS + 2 * plannedForMs, LONGEST_CALM_MS);
    const now = performance.now();
    // Many units are refused at once; another write is worthwhile only if less than half of the needed time is left.
    if (this.#askedUntil - now > wantedMs / 2) return;
    this.#askedUntil = now + wantedMs;
    await this.#deps.calm.ask(wantedMs);
  }

  async #waitForCalm(): Promise<void> {
    for (let waitedMs = 0; waitedMs < LONGEST_CALM_MS;) {
      // Capped, since a database clock that was set back makes the rest of the calm longer than anybody asked for.
      const remainingMs = Math.min(await this.#deps.calm.remainingMs(), LONGEST_CALM_MS - waitedMs);
      if (remainingMs <= 0) return;
      await this.#pause(remainingMs);
      waitedMs += remainingMs;
    }
  }
}

export interface EpochFollowingStoreDeps {
  readonly store: UnitOfWorkStore;
  readonly configuration: Pick<Configuration, 'refresh'>;
  readonly calm: ConfigurationCalm;
  /** Receives the error if a unit was stored but the epoch could not be read afterwards, which polling will do; or if calm could not be requested. */
  readonly onFailed: (error: unknown) => void;
  /** Waits for some milliseconds; tests replace it. */
  readonly pause?: (milliseconds: number) => Promise<unknown>;
}

/** Enough for a plan that is made quickly. */
const LEAST_CALM_MS = 50;
/** Maximum time for which a configuration change waits. */
const LONGEST_CALM_MS = 2000;
