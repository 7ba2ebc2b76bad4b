import type { Reads } from './reads.ts';

/** Base of stores and readers that read from a database. */
export abstract class SqlStore<R extends Reads = Reads> {
  readonly #reads: R;

  constructor(reads: R) {
    this.#reads = reads;
  }

  /** Returns the connection to read from. A getter, so that nothing that prints or copies the store finds it. */
  protected get reads(): R {
    return this.#reads;
  }
}
