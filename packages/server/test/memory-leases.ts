import type { Clock } from '../src/kernel/clock.ts';
import type { LeaseStore } from '../src/modules/background/index.ts';

/** Leases in memory, by a clock of the test. They pass the contract of those in a database. */
export class MemoryLeases implements LeaseStore {
  readonly #clock: Clock;
  readonly #leases: Map<string, { holder: string; untilMs: number }>;
  /** The names of all leases that were asked for. */
  readonly asked: string[] = [];

  /** @param shared - of another process */
  constructor(clock: Clock, shared?: MemoryLeases) {
    this.#clock = clock;
    this.#leases = shared === undefined ? new Map() : shared.#leases;
  }

  async acquire(name: string, holder: string, lengthMs: number): Promise<boolean> {
    this.asked.push(name);
    const lease = this.#leases.get(name);
    const nowMs = this.#clock.nowMs();
    if (lease !== undefined && lease.holder !== holder && lease.untilMs > nowMs) return false;
    this.#leases.set(name, { holder, untilMs: nowMs + lengthMs });
    return true;
  }

  async release(name: string, holder: string): Promise<void> {
    if (this.#leases.get(name)?.holder === holder) this.#leases.delete(name);
  }

  dueTime(name: string) {
    return {
      read: async () => {
        this.asked.push(name);
        return { nowMs: this.#clock.nowMs(), dueMs: this.#leases.get(name)?.untilMs };
      },
      begin: async (untilMs: number) => {
        if (!this.#leases.has(name)) this.#leases.set(name, { holder: '', untilMs });
      },
      move: async (fromMs: number, untilMs: number) => {
        if (this.#leases.get(name)?.untilMs !== fromMs) return false;
        this.#leases.set(name, { holder: '', untilMs });
        return true;
      },
    };
  }
}
