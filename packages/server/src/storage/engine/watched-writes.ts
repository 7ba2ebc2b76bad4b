import { StorageUnavailableError, type UnitOfWork, type UnitOfWorkStore } from '../../kernel/unit-of-work.ts';

/** Monitor of writes, which remembers whether the storage refused the last one, as on a full disk that can still be read. */
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
   * Returns if the last unit was accepted, or the probe is now. The probe is needed because a server that is not ready gets no requests.
   *
   * @throws {@link StorageUnavailableError} while writes fail
   */
  async requireTaken(): Promise<void> {
    if (!this.#refused) return;
    await this.#probe();
    this.#refused = false;
  }
}
