import { KeyedQueue } from '../../kernel/tasks/keyed-queue.ts';
import type { AttemptClaim, AttemptStore } from './attempt-store.ts';

/** Errors of failed attempts of a kind. */
export interface AttemptFailures {
  /** Returns whether an attempt failed because of a wrong secret. */
  readonly isWrong: (error: unknown) => boolean;
  /** Returns the error for an attempt that comes too early. */
  readonly tooEarly: (retryAfterSeconds: number) => Error;
}

/**
 * Slows the guessing of secrets down: after three wrong ones in a row each further attempt at the same lock has to wait, whichever process
 * makes it. Attempts at one lock run one after the other, so that many at once count as many.
 */
export class CountedAttempts {
  readonly #store: AttemptStore;
  readonly #byLock = new KeyedQueue();

  constructor(store: AttemptStore) {
    this.#store = store;
  }

  /**
   * Runs `attempt` when it is its turn.
   *
   * @param lock - as of {@link AttemptStore.claim}
   * @throws what `tooEarly` makes, without running it
   * @throws whatever `attempt` throws; what {@link AttemptFailures.isWrong} counts against the lock, success forgets all that counted
   */
  run<T>(lock: string, { isWrong, tooEarly }: AttemptFailures, attempt: () => Promise<T>): Promise<T> {
    return this.#byLock.run(lock, async () => {
      const claim = await this.#store.claim(lock);
      if (claim.waitMs > 0) throw tooEarly(Math.ceil(claim.waitMs / 1000));
      return this.#count(lock, claim, isWrong, attempt);
    });
  }

  async #count<T>(
    lock: string,
    claim: AttemptClaim,
    isWrong: AttemptFailures['isWrong'],
    attempt: () => Promise<T>,
  ): Promise<T> {
    let result;
    try {
      result = await attempt();
    } catch (error) {
      // If it cannot be taken back, the attempt counts: one too many is better than one too few.
      if (!isWrong(error)) await this.#store.giveBack(lock, claim).catch(() => undefined);
      throw error;
    }
    // The secret was right, even if the reset could not be stored.
    await this.#store.clear(lock).catch(() => undefined);
    return result;
  }
}
