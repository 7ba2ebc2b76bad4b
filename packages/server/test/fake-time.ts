/** Time that passes only when a test says so. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { HostClock } from '../src/kernel/clock.ts';
import type { Timers } from '../src/kernel/tasks/timers.ts';

/** A clock with its timers. Both its clocks begin at {@link START_MS}. */
export class FakeTime implements HostClock, Timers {
  #nowMs = START_MS;
  readonly #timers = new Set<{ readonly atMs: number; readonly act: () => void }>();

  nowMs(): number {
    return this.#nowMs;
  }

  steadyMs(): number {
    return this.#nowMs;
  }

  after(milliseconds: number, act: () => void): () => void {
    const timer = { atMs: this.#nowMs + milliseconds, act };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** The number of timers. */
  get timers(): number {
    return this.#timers.size;
  }

  /** Lets so much time pass. What a timer begins goes on, as far as it can, before the next one. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.#nowMs + milliseconds;
    for (;;) {
      await settled();
      const next = [...this.#timers].toSorted((one, other) => one.atMs - other.atMs)[0];
      if (next === undefined || next.atMs > end) break;
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      this.#timers.delete(next);
      next.act();
    }
    this.#nowMs = end;
  }
}

/** Returns when nothing goes on that does not wait for a thread, the network or a timer. */
export async function settled(): Promise<void> {
  for (let turns = 0; turns < 5; turns++) await nextTurn();
}

export const START_MS = Date.parse('2026-11-22T08:00:00Z');
