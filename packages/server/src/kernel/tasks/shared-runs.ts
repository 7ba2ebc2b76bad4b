import { setImmediate as nextTurn } from 'node:timers/promises';
import { KeyedQueue } from './keyed-queue.ts';

/**
 * Runs a task of a key once for all who ask for it before it begins.
 *
 * For tasks that take long and serve all callers alike. One task of a key runs at a time, and callers that ask during a run share the next
 * one. What was done before asking is always seen by the run that answers.
 */
export class SharedRuns {
  readonly #queue = new KeyedQueue();
  readonly #waiting = new Map<string, Promise<void>>();

  /** Resolves, or rejects, as the first run of `key` that begins after the call. Of several tasks the first one given is run. */
  run(key: string, task: () => Promise<void>): Promise<void> {
    const waiting = this.#waiting.get(key);
    if (waiting !== undefined) return waiting;
    const run = this.#queue.run(key, async () => {
      // Callers that became ready in the same turn of the event loop share it.
      await nextTurn();
      this.#waiting.delete(key);
      await task();
    });
    this.#waiting.set(key, run);
    return run;
  }
}
