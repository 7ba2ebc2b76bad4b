import { EpochMovedError, type UnitOfWork, type UnitOfWorkStore } from '../kernel/unit-of-work.ts';
import type { Configuration } from '../modules/configuration/index.ts';

/**
 * The database as use cases see it: whoever learns here that the epoch has moved, or moves it, finds the configuration read anew.
 *
 * Without it a refused plan would be made again from the same caches and be refused again, until the next poll; and a right that was
 * just taken away would still be seen by this process.
 */
export class EpochFollowingStore implements UnitOfWorkStore {
  readonly #store: UnitOfWorkStore;
  readonly #configuration: Configuration;
  readonly #onRefreshFailed: (error: unknown) => void;

  /** @param deps - `onRefreshFailed` is told when a unit was stored and the epoch could not be read after it; polling reads it later */
  constructor(deps: {
    readonly store: UnitOfWorkStore;
    readonly configuration: Configuration;
    readonly onRefreshFailed: (error: unknown) => void;
  }) {
    this.#store = deps.store;
    this.#configuration = deps.configuration;
    this.#onRefreshFailed = deps.onRefreshFailed;
  }

  async commit(unit: UnitOfWork): Promise<void> {
    try {
      await this.#store.commit(unit);
    } catch (error) {
      if (error instanceof EpochMovedError) await this.#configuration.refresh();
      throw error;
    }
    if (!unit.writes.some(({ op }) => op === 'epoch.move')) return;
    try {
      await this.#configuration.refresh();
    } catch (error) {
      // The unit is durable: an error here would tell its caller otherwise.
      this.#onRefreshFailed(error);
    }
  }
}
