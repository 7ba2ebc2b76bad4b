import type { Clock } from '../src/kernel/clock.ts';
import type { CountedPasswords, WrongPasswords } from '../src/modules/access/index.ts';

/** Wrong passwords in memory, by a clock of the test. They pass the contract of those in a database. */
export class MemoryWrongPasswords implements WrongPasswords {
  readonly #clock: Clock;
  readonly #counted = new Map<string, CountedPasswords>();
  /** Number of writes. */
  written = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async find(keys: readonly string[]) {
    const counted = new Map(
      keys.flatMap((key) => {
        const found = this.#counted.get(key);
        return found === undefined ? [] : [[key, found] as const];
      }),
    );
    return { nowMs: this.#clock.nowMs(), counted };
  }

  async replace(key: string, before: CountedPasswords | undefined, after: CountedPasswords): Promise<boolean> {
    const found = this.#counted.get(key);
    if (found?.amount !== before?.amount || found?.atMs !== before?.atMs) return false;
    this.#counted.set(key, after);
    this.written += 1;
    return true;
  }

  async forget(key: string): Promise<void> {
    this.#counted.delete(key);
    this.written += 1;
  }
}
