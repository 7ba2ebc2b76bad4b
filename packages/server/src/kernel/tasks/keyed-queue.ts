/**
 * Runs tasks of one key one after the other, and tasks of different keys side by side.
 *
 * For use cases that would collide in the database: waiting in line is cheaper than planning and signing again. Other processes are
 * not seen, so the database still decides.
 */
export class KeyedQueue {
  readonly #tails = new Map<string, Tail>();

  /** Runs `task` after those of `key` that were given before, whether they failed or not. */
  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(key)?.last;
    const mine = before === undefined ? task() : before.then(task, task);
    const tail: Tail = { last: mine };
    this.#tails.set(key, tail);
    try {
      return await mine;
    } finally {
      tail.last = undefined;
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
    }
  }
}

/** The last task of a key. Former tables of the map keep what was in them, as `PassingSet` says, so it lets go of a task that is over. */
interface Tail {
  last: Promise<unknown> | undefined;
}
