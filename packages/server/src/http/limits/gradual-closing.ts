/** Connections to be closed, a few in each turn of the event loop. */

/**
 * Spreads the work of closing connections over many turns. Thousands that began together become too slow together, and the answer to each takes a tenth of a
 * millisecond, in which nobody else is served.
 */
export class GradualClosing {
  readonly #waiting: (() => void)[] = [];
  #isScheduled = false;

  /** @param close - called in a later turn of the event loop; must not throw */
  add(close: () => void): void {
    this.#waiting.push(close);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      for (const close of this.#waiting.splice(0, AT_ONCE)) close();
      if (this.#waiting.length > 0) this.#schedule();
    });
  }
}

const AT_ONCE = 10;
