import { unlessAborted } from './outbound-addresses.ts';

/** A connection that is used more than once. */
export interface KeptSession {
  readonly isOpen: boolean;
  /** Is called before each use. */
  wake(): void;
  /** Is called after each use. The connection ends by itself when the next one is too long in coming. */
  rest(milliseconds: number): void;
  end(): void;
}

/** Connections to one server: each is used by one caller at a time, and kept for a while for the next one. */
export class KeptSessions<S extends KeptSession> {
  readonly #open: (signal: AbortSignal) => Promise<S>;
  readonly #idle: S[] = [];
  #isClosed = false;

  constructor(open: (signal: AbortSignal) => Promise<S>) {
    this.#open = open;
  }

  /**
   * Runs `act` on a connection. On one that was kept and has ended meanwhile it runs once more, on a new one: it has to bear that.
   *
   * The signal ends the connection that is used, and so the act.
   */
  async use<T>(signal: AbortSignal, act: (session: S) => Promise<T>): Promise<T> {
    for (let kept = this.#idle.pop(); kept !== undefined; kept = this.#idle.pop()) {
      if (!kept.isOpen) continue;
      try {
        return await this.#run(kept, signal, act);
      } catch (error) {
        if (kept.isOpen || signal.aborted) throw error;
      }
    }
    return this.#run(await this.#open(signal), signal, act);
  }

  /** Ends those that wait. One that is used ends after its use. */
  close(): void {
    this.#isClosed = true;
    for (const session of this.#idle.splice(0)) session.end();
  }

  async #run<T>(session: S, signal: AbortSignal, act: (session: S) => Promise<T>): Promise<T> {
    const abort = () => session.end();
    signal.addEventListener('abort', abort, { once: true });
    session.wake();
    try {
      signal.throwIfAborted();
      return await unlessAborted(act(session), signal);
    } finally {
      signal.removeEventListener('abort', abort);
      if (this.#isClosed || this.#idle.length >= MAX_KEPT) session.end();
      else if (session.isOpen) {
        session.rest(IDLE_MS);
        this.#idle.push(session);
      }
    }
  }
}

const MAX_KEPT = 4;
const IDLE_MS = 30_000;
