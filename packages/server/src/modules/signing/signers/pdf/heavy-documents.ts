/** Documents that take much work to read, one at a time, and with half of the thread at most: everything else goes on beside them. */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { PdfBusyError } from './errors.ts';

/** The turns of one document. */
export interface DocumentTurns {
  /**
   * Lets others have their turn; once the document counts as heavy, waits until no other heavy one is read.
   *
   * @param work - done for it so far, in the units of `DocumentSource.takeTurn`
   * @throws {@link PdfBusyError}
   */
  take(work: number): Promise<void>;
  /** Lets the next one be read, until more work is done for this one. */
  pause(): void;
}

export class HeavyDocuments {
  readonly #maxWaiting: number;
  readonly #maxWaitingMs: number;
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;

  /** @param limits - for tests */
  constructor({ maxWaiting = MAX_WAITING, maxWaitingMs = MAX_WAITING_MS } = {}) {
    this.#maxWaiting = maxWaiting;
    this.#maxWaitingMs = maxWaitingMs;
  }

  /** The turns of a document that is to be read. Pause them in the end. */
  begin(): DocumentTurns {
    let isHeld = false;
    return {
      take: async (work) => {
        if (work < HEAVY) return nextTurn();
        if (!isHeld) await this.#enter();
        isHeld = true;
        // About as long as the work since the last turn has taken.
        await sleep(1);
      },
      pause: () => {
        if (isHeld) this.#leave();
        isHeld = false;
      },
    };
  }

  async #enter(): Promise<void> {
    if (!this.#isTaken) {
      this.#isTaken = true;
      return;
    }
    if (this.#waiting.length >= this.#maxWaiting) throw new PdfBusyError();
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const enter = () => resolve(undefined);
    this.#waiting.push(enter);
    const tooLong = setTimeout(() => {
      this.#waiting.splice(this.#waiting.indexOf(enter), 1);
      reject(new PdfBusyError());
    }, this.#maxWaitingMs);
    await promise.finally(() => clearTimeout(tooLong));
  }

  /** The next one takes over at once, so that none that comes meanwhile gets before it. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#isTaken = false;
    else next();
  }
}

/** Some tens of milliseconds: thousands of objects. */
const HEAVY = 0x100_0000;
/** Each holds what was read of it so far. */
const MAX_WAITING = 16;
const MAX_WAITING_MS = 30_000;
