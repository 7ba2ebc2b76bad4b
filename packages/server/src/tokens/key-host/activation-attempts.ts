import { setTimeout as pause } from 'node:timers/promises';
import { CountedAttempts } from '../../modules/access/index.ts';
import {
  type ActivationAttemptStore,
  TooManyActivationAttemptsError,
  WrongActivationCodeError,
} from '../../modules/crypto-tokens/index.ts';

/** Slows the guessing of activation codes down. */
export class ActivationAttempts {
  readonly #store: ActivationAttemptStore;
  readonly #attempts: CountedAttempts;

  constructor(store: ActivationAttemptStore) {
    this.#store = store;
    this.#attempts = new CountedAttempts(store);
  }

  /**
   * As {@link CountedAttempts.run}.
   *
   * @param lock - what the code opens: `CryptoTokenDriver.lock`
   * @param tokenId - by which it is tried
   * @throws {@link TooManyActivationAttemptsError} without running it
   * @throws whatever `attempt` throws; {@link WrongActivationCodeError} counts
   */
  run<T>(lock: string, tokenId: number, attempt: () => Promise<T>): Promise<T> {
    const isWrong = (error: unknown) => error instanceof WrongActivationCodeError;
    const tooEarly = (seconds: number) => new TooManyActivationAttemptsError(tokenId, seconds);
    return this.#attempts.run(lock, { isWrong, tooEarly }, attempt);
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
}

const PATIENT_TRIES = 5;
const PAUSE_MS = 250;
