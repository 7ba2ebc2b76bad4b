import type { Clock } from '../../kernel/clock.ts';
import { networkOf } from './network.ts';

/**
 * Says which callers get a record now: each address at most once a minute, so that a flood from outside cannot fill the audit log.
 *
 * Addresses are counted by network where one host has many of them (IPv6: /64). While as many as can be remembered were recorded
 * within the last minute, further ones get none: the log then tells of a flood already, and forgetting the others instead would let a few
 * thousand addresses in turn write as much as they like.
 */
export class RecordBound {
  readonly #clock: Clock;
  /** In the order of the last records. */
  readonly #byNetwork = new Map<string, { readonly recordedMs: number; unrecorded: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How many of the address got no record since its last one, when this one is to get one; undefined when it is only counted. */
  admit(remoteAddress: string): number | undefined {
    const now = this.#clock.nowMs();
    const network = networkOf(remoteAddress);
    const seen = this.#byNetwork.get(network);
    if (seen !== undefined && isRecent(seen.recordedMs, now)) {
      seen.unrecorded += 1;
      return undefined;
    }
    // Deleted first: the map stays in order.
    this.#byNetwork.delete(network);
    this.#forgetOld(now);
    if (this.#byNetwork.size >= MAX_REMEMBERED) return undefined;
    this.#byNetwork.set(network, { recordedMs: now, unrecorded: 0 });
    return seen?.unrecorded ?? 0;
  }

  /** Only when room is needed: until then the count of what was not recorded is kept for the next record. */
  #forgetOld(now: number): void {
    if (this.#byNetwork.size < MAX_REMEMBERED) return;
    for (const [network, { recordedMs }] of this.#byNetwork) {
      if (isRecent(recordedMs, now)) return;
      this.#byNetwork.delete(network);
    }
  }
}

/** A clock that stepped back behind a record does not make it recent for ever. */
function isRecent(recordedMs: number, now: number): boolean {
  return now >= recordedMs && now - recordedMs < INTERVAL_MS;
}

const INTERVAL_MS = 60_000;
const MAX_REMEMBERED = 10_000;
