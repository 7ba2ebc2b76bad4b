/** Clocks of a thread, and what it knows of the others. */
export interface StepPorts {
  /** True while units of work are stored. */
  isStoring(): boolean;
  /** The time that steps take is a difference of two of these, in milliseconds. */
  workedMs(): number;
  /** A steady clock, in milliseconds. */
  nowMs(): number;
  pause(milliseconds: number): Promise<void>;
}

/** One search. */
export interface SearchedTime {
  /** Milliseconds that it may be kept waiting for those who store. */
  readonly patienceMs: number;
  workedMs: number;
  waitedMs: number;
}

/**
 * Has the searches of a thread stand back behind those who store.
 *
 * While units of work are stored, one search at a time makes a step, and the next one begins after a pause of several times as long. So all searches of
 * the thread together take a small part of one processor, here or at the database server. A search that is short is not kept waiting, and a long
 * one no longer than its patience.
 */
export class SearchSteps {
  readonly #ports: StepPorts;
  /** Resolves when the next step may begin. */
  #next: Promise<void> = Promise.resolve();

  constructor(ports: StepPorts) {
    this.#ports = ports;
  }

  /** Runs a step of a search when it is its turn. */
  async run<T>(search: SearchedTime, step: () => Promise<T>): Promise<T> {
    if (!this.#standsBack(search)) return this.#timed(search, step);
    const before = this.#next;
    const { promise, resolve: letNext } = Promise.withResolvers<void>();
    this.#next = promise;
    const since = this.#ports.nowMs();
    await before;
    search.waitedMs += this.#ports.nowMs() - since;
    const worked = search.workedMs;
    try {
      return await this.#timed(search, step);
    } finally {
      void this.#ports.pause(PAUSE_PART * (search.workedMs - worked)).then(letNext);
    }
  }

  #standsBack({ workedMs, waitedMs, patienceMs }: SearchedTime): boolean {
    return workedMs >= SHORT_MS && waitedMs < patienceMs && this.#ports.isStoring();
  }

  async #timed<T>(search: SearchedTime, step: () => Promise<T>): Promise<T> {
    const since = this.#ports.workedMs();
    try {
      return await step();
    } finally {
      search.workedMs += this.#ports.workedMs() - since;
    }
  }
}

/** A search that takes no longer is short: most of those that an index answers. */
const SHORT_MS = 25;
/** Length of a pause by that of the step before it. */
const PAUSE_PART = 3;
