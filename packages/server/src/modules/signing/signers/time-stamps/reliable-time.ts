import { type ClockBelief, TOLERATED_STEP_BACK_MS } from '../../../../kernel/clock-belief.ts';
import type { Clock } from '../../../../kernel/clock.ts';

/** The time that time-stamps certify. */
export class ReliableTime {
  readonly #clock: Clock;
  readonly #belief: ClockBelief;
  readonly #newestRecordMs: () => Promise<number | undefined>;
  /** The latest time that was seen, of this process or of the audit log when it first looked. */
  #latestMs: number | undefined;

  /** @param newestRecordMs - when the newest record of the audit log was written: each time-stamp has one */
  constructor(clock: Clock, belief: ClockBelief, newestRecordMs: () => Promise<number | undefined>) {
    this.#clock = clock;
    this.#belief = belief;
    this.#newestRecordMs = newestRecordMs;
  }

  /** Milliseconds since 1970; undefined while the clock is known to be wrong, or lies more than a minute behind what it said before. */
  async nowMs(): Promise<number | undefined> {
    const latestMs = this.#belief.reachedMs((this.#latestMs ??= (await this.#newestRecordMs()) ?? 0));
    const nowMs = this.#clock.nowMs();
    if (this.#belief.doubt?.kind === 'wrong' || nowMs < latestMs - TOLERATED_STEP_BACK_MS) return undefined;
    this.#latestMs = Math.max(nowMs, latestMs);
    return nowMs;
  }
}
