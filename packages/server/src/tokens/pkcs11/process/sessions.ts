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
  /** Operations that wait: each is given the session of another, or undefined when it may open one. */
  readonly #waiting: ((session: Handle | undefined) => void)[] = [];
  /** Sessions that operations have, or are about to get. */
  #lent = 0;
  /** Operations that have a session, or wait for one. */
  #operations = 0;
  #whenQuiet: (() => void) | undefined;

  constructor(cryptoki: Cryptoki, slot: Handle) {
    this.#cryptoki = cryptoki;
    this.#slot = slot;
  }

  /** Runs `task` with a session of its own. One that failed may be in the middle of something, and is not used again. */
  use<T>(task: (session: Handle) => T | Promise<T>): Promise<T> {
    return this.#run(READING, task);
  }

  /** As {@link use}, with a session that may change what the token holds. */
  useWriting<T>(task: (session: Handle) => T | Promise<T>): Promise<T> {
    return this.#run(WRITING, task);
  }

  /** Resolves when no operation runs. None may begin any more. */
  async quiet(): Promise<void> {
    if (this.#operations === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#whenQuiet = resolve;
    await promise;
  }

  async #run<T>(flags: number, task: (session: Handle) => T | Promise<T>): Promise<T> {
    this.#operations++;
    try {
      const session = await this.#take(flags);
      let reusable = false;
      try {
        const result = await task(session);
        reusable = flags === READING;
        return result;
      } finally {
        this.#giveBack(session, reusable);
      }
    } finally {
      this.#operations--;
      if (this.#operations === 0) this.#whenQuiet?.();
    }
  }

  async #take(flags: number): Promise<Handle> {
    try {
      let session = flags === READING ? this.#takeIdle() : undefined;
      while ((session ??= this.#openUnlessFull(flags)) === undefined) session = await this.#exchange(flags);
      return session;
    } catch (error) {
      // Whatever was given up for this operation, the next one that waits may have.
      this.#waiting.shift()?.(undefined);
      throw error;
    }
  }

  /** Waits until another session is given up, when the device has no more. Undefined when there is room now for one of another kind. */
  async #exchange(flags: number): Promise<Handle | undefined> {
    const other = this.#takeIdle() ?? (await this.#nextGivenBack());
    if (other === undefined || flags === READING) return other;
    this.#close(other);
    this.#lent--;
    return undefined;
  }

  #nextGivenBack(): Promise<Handle | undefined> {
    const { promise, resolve } = Promise.withResolvers<Handle | undefined>();
    this.#waiting.push(resolve);
    return promise;
  }

  #giveBack(session: Handle, reusable: boolean): void {
    const next = this.#waiting.shift();
    // Still lent: nobody is to find that none will be given back.
    if (next !== undefined && reusable) return next(session);
    this.#lent--;
    if (reusable) this.#idle.push(session);
    else this.#close(session);
    next?.(undefined);
  }

  #takeIdle(): Handle | undefined {
    const session = this.#idle.pop();
    if (session !== undefined) this.#lent++;
    return session;
  }

  /** Undefined when the device has no session left, but there are some that are idle, or that operations will give back. */
  #openUnlessFull(flags: number): Handle | undefined {
    try {
      const session = call('C_OpenSession', () => this.#cryptoki.C_OpenSession(this.#slot, flags));
      this.#lent++;
      return session;
    } catch (error) {
      const full = error instanceof Pkcs11OperationError && error.returned(CKR_SESSION_COUNT);
      if (full && (this.#lent > 0 || this.#idle.length > 0)) return undefined;
      throw error;
    }
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
