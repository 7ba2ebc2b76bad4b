import { DeviceBusyError } from './errors.ts';

/** Lets a limited number of tasks run at the same time; others wait in the order in which they came. */
export class Turns {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /**
   * @param patienceMs - how long the task waits for its turn
   * @throws {@link DeviceBusyError}
   */
  async run<T>(task: () => Promise<T>, patienceMs: number): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await this.#turn(patienceMs);
    try {
      return await task();
    } finally {
      const [next] = this.#waiting;
      if (next === undefined) this.#free++;
      else next();
    }
  }

  #turn(patienceMs: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const proceed = (): void => {
      clearTimeout(timer);
      this.#waiting.delete(proceed);
      resolve();
    };
    const timer = setTimeout(() => {
      this.#waiting.delete(proceed);
      reject(new DeviceBusyError());
    }, patienceMs);
    this.#waiting.add(proceed);
    return promise;
  }
}
