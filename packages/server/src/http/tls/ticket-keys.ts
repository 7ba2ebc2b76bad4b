/**
 * Keys of TLS session tickets. A ticket contains the client's certificate, from which the server takes the client's identity: with these keys anybody can
 * pass for an administrator. So they are random, exist in memory only, and are never derived from stored data.
 */
import type { SteadyClock } from '../../kernel/clock.ts';
import type { Random } from '../../kernel/random.ts';

export interface TicketKeys {
  /** 48 octets: a key name, an encryption key and an authentication key. */
  readonly current: Uint8Array;
}

/** Random keys, replaced daily, so that nobody can decrypt traffic recorded before. */
export class RandomTicketKeys implements TicketKeys {
  readonly #random: Random;
  readonly #clock: SteadyClock;
  #keys: Uint8Array;
  #madeMs: number;

  constructor(random: Random, clock: SteadyClock) {
    this.#random = random;
    this.#clock = clock;
    this.#keys = random.bytes(TICKET_KEY_OCTETS);
    this.#madeMs = clock.steadyMs();
  }

  get current(): Uint8Array {
    const now = this.#clock.steadyMs();
    if (now - this.#madeMs >= LIFETIME_MS) {
      this.#keys = this.#random.bytes(TICKET_KEY_OCTETS);
      this.#madeMs = now;
    }
    return this.#keys;
  }
}

const TICKET_KEY_OCTETS = 48;
const LIFETIME_MS = 86_400_000;
