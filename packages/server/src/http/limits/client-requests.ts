/** The rate limit on requests of each address. */
import type { Clock } from '../../kernel/clock.ts';
import { networkOf } from '../../kernel/client-network.ts';

export class ClientRequests {
  readonly #perSecond: number;
  readonly #clock: Clock;
  /** In order of the last request. An address that was dropped from the map starts afresh. */
  readonly #clients = new Map<string, { readonly left: number; readonly atMs: number }>();

  /**
   * @param perSecond - on average; ten seconds' worth may come at once. 0: as many as an address likes
   * @param clock - one that nobody sets
   */
  constructor(perSecond: number, clock: Clock) {
    this.#perSecond = perSecond;
    this.#clock = clock;
  }

  /**
   * Counts a request. IPv6 addresses count by network.
   *
   * @returns seconds after which the address may send the next one, when this one is too many
   */
  admit(address: string): number | undefined {
    if (this.#perSecond === 0) return undefined;
    const network = networkOf(address);
    const most = this.#perSecond * BURST_SECONDS;
    const nowMs = this.#clock.nowMs();
    const before = this.#clients.get(network) ?? { left: most, atMs: nowMs };
    const left = Math.min(most, before.left + ((nowMs - before.atMs) / 1000) * this.#perSecond);
    this.#clients.delete(network);
    this.#clients.set(network, { left: left < 1 ? left : left - 1, atMs: nowMs });
    if (this.#clients.size > MAX_CLIENTS) this.#clients.delete(this.#clients.keys().next().value!);
    return left < 1 ? Math.ceil((1 - left) / this.#perSecond) : undefined;
  }
}

const BURST_SECONDS = 10;
const MAX_CLIENTS = 20_000;
