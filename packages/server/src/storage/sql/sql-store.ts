import type { Reads } from './reads.ts';

/** Base of stores and readers that read from a database. */
export abstract class SqlStore<R extends Reads = Reads> {
  protected readonly reads: R;

  constructor(reads: R) {
    this.reads = reads;
  }
}
