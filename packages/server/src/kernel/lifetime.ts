/**
 * The things that were started, each with the function that stops it.
 *
 * They are stopped one after the other, the last one first, so that nothing is taken from what still runs. Where a start fails half
 * way, stopping the list stops what was started until then.
 */
export class Lifetime {
  readonly #stops: (() => unknown)[] = [];
  #stopping: Promise<void> | undefined;

  /** Registers how something that has just been started is stopped. */
  add(stop: () => unknown): void {
    if (this.#stopping !== undefined) throw new TypeError('something was started after the end had begun');
    this.#stops.push(stop);
  }

  /**
   * Stops everything. A second call waits for the first.
   *
   * @throws the first error of a stop, once all others have been stopped
   */
  stop(): Promise<void> {
    return (this.#stopping ??= this.#stopAll());
  }

  async #stopAll(): Promise<void> {
    const errors: unknown[] = [];
    for (const stop of this.#stops.toReversed()) {
      try {
        await stop();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }
}
