import type { EventEmitter } from 'node:events';

/**
 * Resolves at the first signal to stop. One that comes two seconds later or more ends the process at once; until then it is the same one:
 * a terminal and a service manager send it to all processes, and what has started this one may pass it on.
 *
 * @param process - a signal that nobody listens to ends it
 */
export async function stopSignal(process: EventEmitter): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const signals = ['SIGINT', 'SIGTERM'] as const;
  const onSignal = () => {
    resolve(undefined);
    setTimeout(() => {
      for (const signal of signals) process.off(signal, onSignal);
    }, SAME_SIGNAL_MS).unref();
  };
  for (const signal of signals) process.on(signal, onSignal);
  await promise;
}

/** Waits for {@link stopSignal}, at most for the time in which signals to several processes count as one. */
export async function waitForSameSignal(stopped: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  // One that has come by then, while this process could not look, is delivered first.
  setTimeout(() => setImmediate(() => resolve(undefined)), SAME_SIGNAL_MS).unref();
  await Promise.race([stopped, promise]);
}

const SAME_SIGNAL_MS = 2000;
