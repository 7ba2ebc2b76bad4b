import type { Patience } from './reader-messages.ts';
import type { SteppedSearch } from './search-steps.ts';

/** Returns a search that has taken no time yet, and whose waiting the main thread sees. */
export function steppedSearch({ mostMs, waitedMs: shared }: Patience, isCancelled: () => boolean): SteppedSearch {
  let waited = 0;
  return {
    patienceMs: mostMs,
    workedMs: 0,
    get waitedMs() {
      return waited;
    },
    set waitedMs(milliseconds) {
      waited = milliseconds;
      Atomics.store(shared, 0, Math.round(milliseconds));
    },
    isCancelled,
  };
}
