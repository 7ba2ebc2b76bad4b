import { every, type Task } from '../background/index.ts';
import type { AttemptStore } from './attempt-store.ts';

/**
 * Returns the task that forgets locks at which nobody has tried for an hour: names that somebody invents have them, too. That helps nobody who
 * guesses: at a lock that is kept, an attempt costs five minutes in the end.
 *
 * @param prefixes - the beginnings of their names
 */
export function forgetLocksTask(
  name: string,
  prefixes: readonly string[],
  attempts: Pick<AttemptStore, 'forgetQuiet'>,
): Task {
  return {
    name,
    where: 'one-per-installation',
    schedule: every(10 * 60_000),
    run: async (signal) => {
      for (const prefix of prefixes)
        while (!signal.aborted && (await attempts.forgetQuiet(prefix, QUIET_MS, AT_ONCE)) === AT_ONCE);
    },
  };
}

const QUIET_MS = 60 * 60_000;
const AT_ONCE = 500;
