/**
 * Makes the searches of a thread yield to pending writes.
 *
 * While units of work are stored, one search at a time makes a step, and the next step begins after a pause several times as long. So all searches of
 * the thread together take a small part of one processor, here or at the database server. A short search never waits, and a long one waits no
 * longer than its patience. All waits end when nothing is being stored, and that of a cancelled search ends by itself.
 */
export class SearchSteps {
  readonly #ports: StepPorts;
  /** Searches that are kept waiting, in the order in which they came. */
  readonly #waiting: SteppedSearch[] = [];
  /** True while a search that yields makes a step. */
  #isStepping = false;
  /** End of the pause behind the last such step, by the steady clock. */
  #pauseEnd = -Infinity;

  constructor(ports: StepPorts) {
    this.#ports = ports;
  }

  /** Runs a step of a search when it is its turn. @returns undefined, without the step, if the search is cancelled before */
  async run<T>(search: SteppedSearch, step: () => Promise<T>): Promise<T | undefined> {
    const hasTurn = this.#standsBack(search) && (await this.#takeTurn(search));
    if (!hasTurn) return search.isCancelled() ? undefined : this.#timed(search, step);
    const worked = search.workedMs;
    try {
      return await this.#timed(search, step);
    } finally {
      this.#isStepping = false;
      const pauseMs = Math.min(PAUSE_PART * (search.workedMs - worked), MOST_PAUSE_MS);
      this.#pauseEnd = this.#ports.nowMs() + pauseMs;
    }
  }

  /**
   * Waits until a search need not wait any longer.
   *
   * @returns true when it has been given its turn; false when it is cancelled, or need not yield any more
   */
  async #takeTurn(search: SteppedSearch): Promise<boolean> {
    this.#waiting.push(search);
    for (let waitMs = this.#waitMs(search); waitMs > 0; waitMs = this.#waitMs(search)) {
      const since = this.#ports.nowMs();
      await this.#ports.pause(waitMs);
      search.waitedMs += this.#ports.nowMs() - since;
    }
    this.#waiting.splice(this.#waiting.indexOf(search), 1);
    if (search.isCancelled() || !this.#standsBack(search)) return false;
    this.#isStepping = true;
    return true;
  }

  /** Returns the time after which to look again if the search may make a step; 0 when it may. */
  #waitMs(search: SteppedSearch): number {
    if (search.isCancelled() || !this.#standsBack(search)) return 0;
    const isFirst = this.#waiting[0] === search && !this.#isStepping;
    const turnMs = isFirst ? Math.max(0, this.#pauseEnd - this.#ports.nowMs()) : LOOK_MS;
    return Math.min(turnMs, LOOK_MS, search.patienceMs - search.waitedMs);
  }

  #standsBack({ workedMs, waitedMs, patienceMs }: SteppedSearch): boolean {
    return workedMs >= SHORT_MS && waitedMs < patienceMs && this.#ports.isStoring();
  }

  async #timed<T>(search: SteppedSearch, step: () => Promise<T>): Promise<T> {
    const since = this.#ports.workedMs();
    try {
      return await step();
    } finally {
      search.workedMs += this.#ports.workedMs() - since;
    }
  }
}

/** Clocks of a thread, and the state of the writes. */
export interface StepPorts {
  /** True while units of work are stored. */
  isStoring(): boolean;
  /** A clock in milliseconds: the time of a step is the difference of two readings. */
  workedMs(): number;
  /** A steady clock, in milliseconds. */
  nowMs(): number;
  pause(milliseconds: number): Promise<void>;
}

/** One search. */
export interface SteppedSearch {
  /** Milliseconds that it may be kept waiting for those who store. */
  readonly patienceMs: number;
  workedMs: number;
  waitedMs: number;
  /** True when nobody waits for it any more. */
  isCancelled(): boolean;
}

/** Searches that take no longer are short, as are most that an index answers. */
const SHORT_MS = 25;
/** Length of a pause, in lengths of the step before it. */
const PAUSE_PART = 3;
/** A step may take as long as a statement of PostgreSQL does. */
const MOST_PAUSE_MS = 1000;
/** Interval at which a waiting search looks whether it still has to wait. */
const LOOK_MS = 10;
