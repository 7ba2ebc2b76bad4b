import { setTimeout as sleep } from 'node:timers/promises';
import { EpochMovedError, type UnitOfWork, type UnitOfWorkStore } from '../../../kernel/unit-of-work.ts';
import type { ConfigurationCalm } from './configuration-calm.ts';
import type { Configuration } from './configuration.ts';

/**
 * The database as use cases see it: a caller that learns here that the epoch has moved, or moves it, finds the configuration read anew.
 *
 * Without it a refused plan would be made again from the same caches and be refused again, until the next poll; and a right that was
 * just taken away would still be seen by this process.
 *
 * A unit that is refused because of it asks for calm, long enough for another plan of it. Changes of the configuration wait for that, whichever
 * process makes them, but not for ever: somebody who makes one after the other without a break would leave nobody else the time to commit what was planned.
 */
export class EpochFollowingStore implements UnitOfWorkStore {
  readonly #deps: EpochFollowingStoreDeps;
  readonly #pause: (milliseconds: number) => Promise<unknown>;
  /** Up to when this process has asked for calm. */
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
      // Changes that are refused do not ask: they would wait for each other.
      await Promise.all([configuration.refresh(), movesEpoch || this.#askForCalm(plannedForMs).catch(onFailed)]);
      throw error;
    }
    if (!movesEpoch) return;
    try {
      await configuration.refresh();
    } catch (error) {
      // The unit is durable: an error here would tell its caller otherwise.
      onFailed(error);
    }
  }

  async #askForCalm(plannedForMs: number): Promise<void> {
    const wantedMs = Math.min(LEAST_CALM_MS + 2 * plannedForMs, LONGEST_CALM_MS);
    const now = performance.now();
    // Many are refused at once; half of what one of them needs is not worth another write.
    if (this.#askedUntil - now > wantedMs / 2) return;
    this.#askedUntil = now + wantedMs;
    await this.#deps.calm.ask(wantedMs);
  }

  async #waitForCalm(): Promise<void> {
    for (let waitedMs = 0; waitedMs < LONGEST_CALM_MS;) {
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
  /**
   * Receives the error when a unit was stored and the epoch could not be read after it, which polling does later; and when calm could not be
   * asked for.
   */
  readonly onFailed: (error: unknown) => void;
  /** Waits for some milliseconds; a test's own does not. */
  readonly pause?: (milliseconds: number) => Promise<unknown>;
}

/** Enough for a plan that is made at once. */
const LEAST_CALM_MS = 50;
/** The longest that a change of the configuration waits. */
const LONGEST_CALM_MS = 2000;
