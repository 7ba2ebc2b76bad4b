/**
 * Runs tasks of one key one after the other, and tasks of different keys side by side.
 *
 * For use cases that would collide in the database: waiting in line is cheaper than planning and signing again. Other processes are
 * not seen, so the database still decides.
 */
export class KeyedQueue {
  readonly #tails = new Map<string, Promise<unknown>>();

  /** Runs `task` after those of `key` that were given before, whether they failed or not. */
  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(key);
    const mine = before === undefined ? task() : before.then(task, task);
    this.#tails.set(key, mine);
    try {
      return await mine;
    } finally {
      if (this.#tails.get(key) === mine) this.#tails.delete(key);
    }
  }
}
