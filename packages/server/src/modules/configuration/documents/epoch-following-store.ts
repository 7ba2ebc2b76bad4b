import { setTimeout as sleep } from 'node:timers/promises';
import { EpochMovedError, type UnitOfWork, type UnitOfWorkStore } from '../../../kernel/unit-of-work.ts';
import type { Configuration } from './configuration.ts';

/**
 * The database as use cases see it: a caller that learns here that the epoch has moved, or moves it, finds the configuration read anew.
 *
 * Without it a refused plan would be made again from the same caches and be refused again, until the next poll; and a right that was
 * just taken away would still be seen by this process.
 *
 * While units are refused because of it, each change of the configuration is answered a little later: somebody who makes one after the
 * other without a break would leave nobody else the time to commit what was planned.
 */
export class EpochFollowingStore implements UnitOfWorkStore {
  readonly #store: UnitOfWorkStore;
  readonly #configuration: Configuration;
  readonly #onRefreshFailed: (error: unknown) => void;
  readonly #pause: (milliseconds: number) => Promise<unknown>;
  #crowdedUntil = Number.NEGATIVE_INFINITY;

  /**
   * @param deps - `onRefreshFailed` is told when a unit was stored and the epoch could not be read after it; polling reads it later.
   *   `pause` waits for some milliseconds; a test's own does not
   */
  constructor(deps: {
    readonly store: UnitOfWorkStore;
    readonly configuration: Configuration;
    readonly onRefreshFailed: (error: unknown) => void;
    readonly pause?: (milliseconds: number) => Promise<unknown>;
  }) {
    this.#store = deps.store;
    this.#configuration = deps.configuration;
    this.#onRefreshFailed = deps.onRefreshFailed;
    this.#pause = deps.pause ?? sleep;
  }

  async commit(unit: UnitOfWork): Promise<void> {
    try {
      await this.#store.commit(unit);
    } catch (error) {
      if (!(error instanceof EpochMovedError)) throw error;
      this.#crowdedUntil = performance.now() + CROWDED_MS;
      await this.#configuration.refresh();
      throw error;
    }
    if (!unit.writes.some(({ op }) => op === 'epoch.move')) return;
    try {
      await this.#configuration.refresh();
    } catch (error) {
      // The unit is durable: an error here would tell its caller otherwise.
      this.#onRefreshFailed(error);
    }
    if (performance.now() < this.#crowdedUntil) await this.#pause(PAUSE_MS);
  }
}

/** Time after a refused unit during which others are assumed to be at work. */
const CROWDED_MS = 1000;
/** Enough for those at work to plan anew and commit, all of them. */
const PAUSE_MS = 50;
