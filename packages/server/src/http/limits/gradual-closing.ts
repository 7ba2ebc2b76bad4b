/** Connections to be closed, a few at a time. */

/**
 * Spreads the closing of many connections over some seconds. Thousands that began together become too slow together, the answer to each takes a tenth of a
 * millisecond in which nobody else is served, and clients that connect again in one moment take as long for their handshakes.
 */
export class GradualClosing {
  readonly #waiting: (() => void)[] = [];
  #isScheduled = false;

  /** @param close - called in a later turn of the event loop; must not throw */
  add(close: () => void): void {
    this.#waiting.push(close);
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#closeSome());
  }

  #closeSome(): void {
    const most = Math.max(FEW, Math.ceil(this.#waiting.length / 50));
    for (const close of this.#waiting.splice(0, most)) close();
    this.#isScheduled = this.#waiting.length > 0;
    if (this.#isScheduled) setTimeout(() => this.#closeSome(), PAUSE_MS).unref();
  }
}

/** Number of connections that are closed together. */
const FEW = 5;
const PAUSE_MS = 100;
