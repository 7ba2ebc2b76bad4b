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

/** Tells whether {@link stopSignal} resolves within the time in which signals to several processes are the same one. */
export async function comesSoon(stopped: Promise<void>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  setTimeout(() => resolve(false), SAME_SIGNAL_MS).unref();
  void stopped.then(() => resolve(true));
  return promise;
}

const SAME_SIGNAL_MS = 2000;
