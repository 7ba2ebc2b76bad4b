import { Worker } from 'node:worker_threads';

/** Starts the thread that generates RSA key pairs. */
export function startKeyPairThread(): Worker {
  return new Worker(new URL(import.meta.resolve('#key-pair-thread-entry')), {
    name: 'key pairs',
    // Nothing stays there: the room that V8 would take for more is kept small.
    resourceLimits: { maxYoungGenerationSizeMb: 4 },
  });
}
