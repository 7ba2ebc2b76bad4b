import type { Clock } from '../../kernel/clock.ts';
import { networkOf } from '../../kernel/client-network.ts';

/**
 * Says which callers get a record now: each address at most once a minute for each thing that is told apart, so that a flood from outside
 * cannot fill the audit log.
 *
 * Addresses are counted by network where one host has many of them (IPv6: /64). While as many as can be remembered were recorded
 * within the last minute, further ones get none: the log then tells of a flood already, and forgetting the others instead would let a few
 * thousand addresses in turn write as much as they like.
 */
export class RecordBound {
  readonly #clock: Clock;
  /** In the order of the last records. */
  readonly #byCaller = new Map<string, { readonly recordedMs: number; unrecorded: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Returns how many refusals of the address got no record since its last one, when this one gets a record; undefined when it is only counted.
   *
   * @param target - what the address was refused at, where that is counted apart
   */
  admit(remoteAddress: string, target = ''): number | undefined {
    const now = this.#clock.nowMs();
    const caller = `${networkOf(remoteAddress)} ${target}`;
    const seen = this.#byCaller.get(caller);
    if (seen !== undefined && isRecent(seen.recordedMs, now)) {
      seen.unrecorded += 1;
      return undefined;
    }
    // Deleted first: the map stays in order.
    this.#byCaller.delete(caller);
    this.#forgetOld(now);
    if (this.#byCaller.size >= MAX_REMEMBERED) return undefined;
    this.#byCaller.set(caller, { recordedMs: now, unrecorded: 0 });
    return seen?.unrecorded ?? 0;
  }

  /** Only when room is needed: until then the count of what was not recorded is kept for the next record. */
  #forgetOld(now: number): void {
    if (this.#byCaller.size < MAX_REMEMBERED) return;
    for (const [caller, { recordedMs }] of this.#byCaller) {
      if (isRecent(recordedMs, now)) return;
      this.#byCaller.delete(caller);
    }
  }
}

/** Tells whether a record is recent. One that is later than `now`, since the clock was set back, is not. */
function isRecent(recordedMs: number, now: number): boolean {
  return now >= recordedMs && now - recordedMs < INTERVAL_MS;
}

const INTERVAL_MS = 60_000;
const MAX_REMEMBERED = 10_000;
