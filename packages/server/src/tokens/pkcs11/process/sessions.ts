import { CKF_SESSION } from '../cryptoki.ts';
import type { Cryptoki, Handle } from './binding.ts';
import { Pkcs11OperationError } from '../errors.ts';
import { call } from './call.ts';

/**
 * The sessions of one slot. A session does one thing at a time, so each operation has one to itself: a slow one delays no other.
 *
 * There are as many as operations ran at the same time; how many the server has run at once bounds them. When the device has no more,
 * operations wait for one.
 */
export class Sessions {
  readonly #cryptoki: Cryptoki;
  readonly #slot: Handle;
  readonly #idle: Handle[] = [];
  readonly #waiting: ((session: Handle) => void)[] = [];
  #busy = 0;
  #whenQuiet: (() => void) | undefined;

  constructor(cryptoki: Cryptoki, slot: Handle) {
    this.#cryptoki = cryptoki;
    this.#slot = slot;
  }

  /** Runs `task` with a session of its own. One that failed may be in the middle of something, and is closed. */
  async use<T>(task: (session: Handle) => T | Promise<T>): Promise<T> {
    const session = await this.#take();
    let whole = false;
    try {
      const result = await task(session);
      whole = true;
      return result;
    } finally {
      this.#busy--;
      this.#putBack(session, whole);
      if (this.#busy === 0) this.#whenQuiet?.();
    }
  }

  /** As {@link use}, with a session that may change what the token holds. */
  async useWriting<T>(task: (session: Handle) => T | Promise<T>): Promise<T> {
    this.#busy++;
    try {
      const session = this.#open(CKF_SESSION.SERIAL | CKF_SESSION.RW);
      try {
        return await task(session);
      } finally {
        this.#close(session);
      }
    } finally {
      this.#busy--;
      if (this.#busy === 0) this.#whenQuiet?.();
    }
  }

  /** Resolves when no operation runs. None may begin any more. */
  async quiet(): Promise<void> {
    if (this.#busy === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#whenQuiet = resolve;
    await promise;
  }

  async #take(): Promise<Handle> {
    this.#busy++;
    const idle = this.#idle.pop();
    if (idle !== undefined) return idle;
    try {
      return this.#open(CKF_SESSION.SERIAL);
    } catch (error) {
      const others = this.#busy - 1 - this.#waiting.length;
      if (others === 0 || !(error instanceof Pkcs11OperationError && error.returned(CKR_SESSION_COUNT))) {
        this.#busy--;
        throw error;
      }
    }
    const { promise, resolve } = Promise.withResolvers<Handle>();
    this.#waiting.push(resolve);
    return promise;
  }

  #putBack(session: Handle, whole: boolean): void {
    const next = this.#waiting.shift();
    if (whole && next !== undefined) return next(session);
    if (whole) {
      this.#idle.push(session);
      return;
    }
    this.#close(session);
    if (next === undefined) return;
    // There is room for one again.
    try {
      next(this.#open(CKF_SESSION.SERIAL));
    } catch {
      // It gets the one that failed, and finds out what is wrong with the device.
      next(session);
    }
  }

  #open(flags: number): Handle {
    return call('C_OpenSession', () => this.#cryptoki.C_OpenSession(this.#slot, flags));
  }

  #close(session: Handle): void {
    try {
      this.#cryptoki.C_CloseSession(session);
    } catch {
      // It was lost already.
    }
  }
}

const CKR_SESSION_COUNT = 0xb1;
