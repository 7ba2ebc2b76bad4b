/** Runs a task again and again with a pause after each run; one that fails is told of and tried again. */
export class Repeating {
  readonly #task: () => Promise<unknown>;
  readonly #onError: (error: unknown) => void;
  readonly #pauseMs: number;
  #timer: NodeJS.Timeout | undefined;
  #run: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(pauseMs: number, task: () => Promise<unknown>, onError: (error: unknown) => void) {
    this.#pauseMs = pauseMs;
    this.#task = task;
    this.#onError = onError;
    this.#schedule();
  }

  /** Resolves when no run is under way any more, and none will be. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#run;
  }

  #schedule(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#run = this.#task()
        .then(() => undefined, this.#onError)
        .finally(() => this.#schedule());
    }, this.#pauseMs);
  }
}
