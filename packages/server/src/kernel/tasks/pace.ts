import { setImmediate as nextTurn } from 'node:timers/promises';

/** The pace of long work on the main thread: it lets others have their turn again and again. */
export class Pace {
  readonly #turnMs: number;
  #beganMs = performance.now();

  /** @param turnMs - milliseconds of work after which others get a turn */
  constructor(turnMs = TURN_MS) {
    this.#turnMs = turnMs;
  }

  /** Called between steps of a few milliseconds at most: lets others have a turn when this one was long enough. */
  async step(): Promise<void> {
    if (performance.now() - this.#beganMs >= this.#turnMs) await this.turn();
  }

  /** Called before a step that is longer: lets others have a turn. */
  async turn(): Promise<void> {
    await nextTurn();
    this.#beganMs = performance.now();
  }
}

/** Does something with each item, a few of them at a time, and lets others have a turn in between. */
export async function inTurns<T, R>(items: readonly T[], each: (item: T) => Promise<R>): Promise<readonly R[]> {
  const pace = new Pace();
  const all: R[] = [];
  for (let from = 0; from < items.length; from += AT_ONCE) {
    await pace.step();
    all.push(...(await Promise.all(items.slice(from, from + AT_ONCE).map(each))));
  }
  return all;
}

const TURN_MS = 5;
/** Enough that the answers of a database on another host come together. */
const AT_ONCE = 10;
