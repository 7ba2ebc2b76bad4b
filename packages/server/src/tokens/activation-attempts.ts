import { setTimeout as pause } from 'node:timers/promises';
import { KeyedQueue } from '../kernel/keyed-queue.ts';
import {
  type ActivationAttemptStore,
  type ActivationClaim,
  TooManyActivationAttemptsError,
  WrongActivationCodeError,
} from '../modules/crypto-tokens/index.ts';

/**
 * Slows the guessing of activation codes down: after three wrong ones in a row each further attempt at the same lock has to wait, whichever
 * process makes it. Attempts at one lock run one after the other, so that many at once count as many.
 */
export class ActivationAttempts {
  readonly #store: ActivationAttemptStore;
  readonly #byLock = new KeyedQueue();

  constructor(store: ActivationAttemptStore) {
    this.#store = store;
  }

  /**
   * Runs `attempt` when it is its turn.
   *
   * @param lock - what the code opens: `CryptoTokenDriver.lock`
   * @param tokenId - by which it is tried
   * @throws {@link TooManyActivationAttemptsError} without running it
   * @throws whatever `attempt` throws; {@link WrongActivationCodeError} counts against the lock, success forgets all that counted
   */
  run<T>(lock: string, tokenId: number, attempt: () => Promise<T>): Promise<T> {
    return this.#byLock.run(lock, async () => {
      const claim = await this.#store.claim(lock);
      if (claim.waitMs > 0) throw new TooManyActivationAttemptsError(tokenId, Math.ceil(claim.waitMs / 1000));
      return this.#count(lock, claim, attempt);
    });
  }

  /**
   * As {@link run}, with the code that is stored for a token: one that did not open the lock is not tried again, by any process. Several
   * processes that start at once count as wrong until they are in, so the wait is waited for while it is short.
   *
   * @param storedCode - a name of the code
   * @throws {@link WrongActivationCodeError} also without running it
   */
  async runStored<T>(lock: string, tokenId: number, storedCode: string, attempt: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      if ((await this.#store.findRefused(lock)) === storedCode) throw new WrongActivationCodeError(tokenId);
      try {
        return await this.run(lock, tokenId, attempt);
      } catch (error) {
        if (error instanceof WrongActivationCodeError) await this.#store.noteRefused(lock, storedCode);
        const isShort = error instanceof TooManyActivationAttemptsError && error.retryAfterSeconds <= 1;
        if (!isShort || tries === PATIENT_TRIES) throw error;
        await pause(PAUSE_MS);
      }
    }
  }

  async #count<T>(lock: string, claim: ActivationClaim, attempt: () => Promise<T>): Promise<T> {
    let result;
    try {
      result = await attempt();
    } catch (error) {
      // What cannot be taken back counts: better than one too few.
      if (!(error instanceof WrongActivationCodeError)) await this.#store.giveBack(lock, claim).catch(() => undefined);
      throw error;
    }
    // The lock is open, whether that is noted or not.
    await this.#store.clear(lock).catch(() => undefined);
    return result;
  }
}

const PATIENT_TRIES = 5;
const PAUSE_MS = 250;
