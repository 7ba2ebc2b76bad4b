import { setImmediate as nextTurn } from 'node:timers/promises';

/** Makes one run for all calls of one turn of the event loop, which begins after the last of them. */
export function onceATurn<T>(run: () => Promise<T>): () => Promise<T> {
  let next: Promise<T> | undefined;
  return () => {
    next ??= nextTurn().then(() => {
      next = undefined;
      return run();
    });
    return next;
  };
}
