import type { Clock } from '../../../kernel/clock.ts';
import { networkOf } from '../../audit/index.ts';
import { TooManyPasswordsError } from '../errors.ts';

/**
 * Slows the guessing of passwords down. After five wrong ones in a row for a user of a worker, and after twenty for whomever, each further one
 * from that address has to wait: 1 s, 2 s, 4 s and so on up to five minutes.
 *
 * Counted by address, since a user whom others could lock out is none. IPv6 addresses count by network.
 */
export class PasswordAttempts {
  readonly #clock: Clock;
  /** In the order of the last attempt that was wrong. */
  readonly #wrong = new Map<string, { readonly count: number; readonly notBeforeMs: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Looks at a password when it is its turn.
   *
   * @param user - by worker and name
   * @throws {@link TooManyPasswordsError} without looking at it
   */
  check(user: string, remoteAddress: string, isRight: () => boolean): boolean {
    const network = networkOf(remoteAddress);
    const ofUser = `${network} ${user}`;
    const waitMs = Math.max(this.#waitMs(ofUser), this.#waitMs(network));
    if (waitMs > 0) throw new TooManyPasswordsError(Math.ceil(waitMs / 1000));
    if (isRight()) {
      this.#wrong.delete(ofUser);
      return true;
    }
    this.#count(ofUser, FREE_FOR_USER);
    this.#count(network, FREE_FOR_NETWORK);
    return false;
  }

  #waitMs(key: string): number {
    return (this.#wrong.get(key)?.notBeforeMs ?? 0) - this.#clock.nowMs();
  }

  #count(key: string, free: number): void {
    const count = (this.#wrong.get(key)?.count ?? 0) + 1;
    const delayMs = count < free ? 0 : Math.min(1000 * 2 ** (count - free), MAX_DELAY_MS);
    // Deleted first: the map stays in order, and the oldest goes when there are very many.
    this.#wrong.delete(key);
    if (this.#wrong.size >= MAX_REMEMBERED) this.#wrong.delete(this.#wrong.keys().next().value!);
    this.#wrong.set(key, { count, notBeforeMs: this.#clock.nowMs() + delayMs });
  }
}

const FREE_FOR_USER = 5;
const FREE_FOR_NETWORK = 20;
const MAX_DELAY_MS = 300_000;
const MAX_REMEMBERED = 20_000;
