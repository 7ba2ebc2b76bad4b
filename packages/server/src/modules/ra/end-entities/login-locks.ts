/** The locks of logins that were wrong, by caller and username. Names that somebody invents have them, too, so they are forgotten in time. */
import type { AttemptStore } from '../../access/index.ts';
import { every, type Task } from '../../background/index.ts';

/** Name that the locks of all logins begin with. */
export const LOGIN_LOCKS = 'login ';

/**
 * Returns the task that forgets locks at which nobody has tried for an hour. That helps nobody who guesses: at a lock that is kept, an
 * attempt costs five minutes in the end.
 */
export function forgetLoginsTask(attempts: Pick<AttemptStore, 'forgetQuiet'>): Task {
  return {
    name: 'forget-logins',
    where: 'one-per-installation',
    schedule: every(10 * 60_000),
    run: async (signal) => {
      for (const prefix of [LOGIN_LOCKS, FORMER_LOCKS])
        while (!signal.aborted && (await attempts.forgetQuiet(prefix, QUIET_MS, AT_ONCE)) === AT_ONCE);
    },
  };
}

/** Of approved enrollments, whose passwords had locks of their own in earlier releases. */
const FORMER_LOCKS = 'enrolment ';
const QUIET_MS = 60 * 60_000;
const AT_ONCE = 500;
