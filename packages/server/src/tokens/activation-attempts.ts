import type { Clock } from '../kernel/clock.ts';
import { TooManyActivationAttemptsError, WrongActivationCodeError } from '../modules/crypto-tokens/index.ts';

/**
 * Slows the guessing of activation codes down: after three wrong ones in a row each further attempt at the same lock has to wait, 1 s,
 * 2 s, 4 s and so on up to five minutes. Attempts at one lock run one after the other, so that many at once count as many.
 */
export class ActivationAttempts {
  readonly #clock: Clock;
  readonly #locks = new Map<string, Attempts>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Runs `attempt` when it is its turn.
   *
   * @param lock - what the code opens: `CryptoTokenDriver.lock`
   * @param tokenId - by which it is tried
   * @throws {@link TooManyActivationAttemptsError} without running it
   * @throws whatever `attempt` throws; {@link WrongActivationCodeError} counts against the lock, success forgets all that counted
   */
  async run<T>(lock: string, tokenId: number, attempt: () => Promise<T>): Promise<T> {
    const attempts = this.#locks.get(lock) ?? { wrong: 0, notBeforeMs: 0, waiting: 0, last: Promise.resolve() };
    this.#locks.set(lock, attempts);
    attempts.waiting++;
    const { promise: done, resolve: finish } = Promise.withResolvers<void>();
    const before = attempts.last;
    attempts.last = done;
    await before;
    try {
      return await this.#count(tokenId, attempts, attempt);
    } finally {
      finish();
      attempts.waiting--;
      if (attempts.waiting === 0 && attempts.wrong === 0) this.#locks.delete(lock);
    }
  }

  async #count<T>(tokenId: number, attempts: Attempts, attempt: () => Promise<T>): Promise<T> {
    const waitMs = attempts.notBeforeMs - this.#clock.nowMs();
    if (waitMs > 0) throw new TooManyActivationAttemptsError(tokenId, Math.ceil(waitMs / 1000));
    try {
      const result = await attempt();
      attempts.wrong = 0;
      return result;
    } catch (error) {
      if (error instanceof WrongActivationCodeError) {
        attempts.wrong++;
        attempts.notBeforeMs = this.#clock.nowMs() + delayMs(attempts.wrong);
      }
      throw error;
    }
  }
}

interface Attempts {
  /** Wrong codes since the last right one. */
  wrong: number;
  notBeforeMs: number;
  waiting: number;
  /** Settles when the attempt before is over. */
  last: Promise<void>;
}

function delayMs(wrong: number): number {
  return wrong < FREE_ATTEMPTS ? 0 : Math.min(1000 * 2 ** (wrong - FREE_ATTEMPTS), MAX_DELAY_MS);
}

const FREE_ATTEMPTS = 3;
const MAX_DELAY_MS = 300_000;
