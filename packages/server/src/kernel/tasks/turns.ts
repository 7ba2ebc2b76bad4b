/**
 * Runs a limited number of tasks at once, and the others in the order in which they came.
 *
 * For work that keeps a thread of the thread pool busy for long: what is short would have to wait behind all of it.
 */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  /** @param atOnce - 1 or more */
  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Runs `task` when it is its turn. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await task();
    } finally {
      // The turn is handed on; it is free when nobody waits.
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}
