import { StorageUnavailableError, type UnitOfWork, type UnitOfWorkStore } from '../kernel/unit-of-work.ts';
import type { Database } from '../storage/database.ts';

/** The database as long as it takes writes: it remembers when it took none, as on a full disk that it can still read from. */
export class WatchedWrites implements UnitOfWorkStore {
  readonly #database: Pick<Database, 'claimIdBlock' | 'commit'>;
  #refused = false;

  constructor(database: Pick<Database, 'claimIdBlock' | 'commit'>) {
    this.#database = database;
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
   * Returns when the last unit was taken, or another write is by now: nobody sends units to a server that is not ready.
   *
   * @throws {@link StorageUnavailableError} while none is
   */
  async requireTaken(): Promise<void> {
    if (!this.#refused) return;
    // The smallest write that there is. Blocks do not run out.
    await this.#database.claimIdBlock();
    this.#refused = false;
  }
}
