import { CKF_SESSION } from '../cryptoki.ts';
import { Pkcs11OperationError } from '../errors.ts';
import type { Cryptoki, Handle } from './binding.ts';
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
  /** Sessions that operations have. */
  #lent = 0;
  #whenQuiet: (() => void) | undefined;

  constructor(cryptoki: Cryptoki, slot: Handle) {
    this.#cryptoki = cryptoki;
    this.#slot = slot;
  }

  /** Runs `task` with a session of its own. One that failed may be in the middle of something, and is not used again. */
  async use<T>(task: (session: Handle) => T | Promise<T>): Promise<T> {
    const session = await this.#take(READING);
    let whole = false;
    try {
      const result = await task(session);
      whole = true;
      return result;
    } finally {
      this.#giveBack(session, whole);
    }
  }

  /** As {@link use}, with a session that may change what the token holds. */
  async useWriting<T>(task: (session: Handle) => T | Promise<T>): Promise<T> {
    const session = await this.#take(WRITING);
    try {
      return await task(session);
    } finally {
      this.#giveBack(session, false);
    }
  }

  /** Resolves when no operation runs. None may begin any more. */
  async quiet(): Promise<void> {
    if (this.#lent === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#whenQuiet = resolve;
    await promise;
  }

  async #take(flags: number): Promise<Handle> {
    const idle = flags === READING ? this.#idle.pop() : undefined;
    const session = idle ?? this.#openUnlessFull(flags) ?? (await this.#exchange(flags));
    this.#lent++;
    return session;
  }

  /** Gives another session up for one, when the device has no more: an idle one, else the next that is given back. */
  async #exchange(flags: number): Promise<Handle> {
    let other = this.#idle.pop();
    if (other === undefined) {
      const { promise, resolve } = Promise.withResolvers<Handle>();
      this.#waiting.push(resolve);
      other = await promise;
    }
    if (flags === READING) return other;
    this.#close(other);
    return this.#open(flags);
  }

  #giveBack(session: Handle, whole: boolean): void {
    this.#lent--;
    const next = this.#waiting.shift();
    if (next !== undefined) next(whole ? session : this.#renewed(session));
    else if (whole) this.#idle.push(session);
    else this.#close(session);
    if (this.#lent === 0 && next === undefined) this.#whenQuiet?.();
  }

  #renewed(session: Handle): Handle {
    this.#close(session);
    try {
      return this.#open(READING);
    } catch {
      // Whoever gets the closed one finds out what is wrong with the device.
      return session;
    }
  }

  /** Undefined when the device has no session left, but operations have some that they will give back. */
  #openUnlessFull(flags: number): Handle | undefined {
    try {
      return this.#open(flags);
    } catch (error) {
      const full = error instanceof Pkcs11OperationError && error.returned(CKR_SESSION_COUNT);
      if (full && (this.#lent > 0 || this.#idle.length > 0)) return undefined;
      throw error;
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

const READING = CKF_SESSION.SERIAL;
const WRITING = CKF_SESSION.SERIAL | CKF_SESSION.RW;
const CKR_SESSION_COUNT = 0xb1;
