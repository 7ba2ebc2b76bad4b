import { StorageUnavailableError, type UnitOfWork, type UnitOfWorkStore } from '../../kernel/unit-of-work.ts';

/** The database as long as it takes writes: it remembers when it took none, as on a full disk that it can still read from. */
export class WatchedWrites implements UnitOfWorkStore {
  readonly #database: UnitOfWorkStore;
  readonly #probe: () => Promise<void>;
  #refused = false;

  /** @param probe - writes as much as a unit does */
  constructor(database: UnitOfWorkStore, probe: () => Promise<void>) {
    this.#database = database;
    this.#probe = probe;
  }

  async commit(unit: UnitOfWork): Promise<void> {
    try {
      await this.#database.commit(unit);
      this.#refused = false;
    } catch (error) {
      if (error instanceof StorageUnavailableError) this.#refused = true;
      throw error;
    }
  }

  /**
   * Returns when the last unit was taken, or the probe is by now: nobody sends units to a server that is not ready.
   *
   * @throws {@link StorageUnavailableError} while none is
   */
  async requireTaken(): Promise<void> {
    if (!this.#refused) return;
    await this.#probe();
    this.#refused = false;
  }
}
