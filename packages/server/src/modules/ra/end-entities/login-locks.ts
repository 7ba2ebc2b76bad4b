/** The locks of logins that were wrong, by caller and username. */
import { type AttemptStore, forgetLocksTask } from '../../access/index.ts';
import type { Task } from '../../background/index.ts';

/** Name that the locks of all logins begin with. */
export const LOGIN_LOCKS = 'login ';

/** Returns the task that forgets those at which nobody has tried for a while. */
export function forgetLoginsTask(attempts: Pick<AttemptStore, 'forgetQuiet'>): Task {
  return forgetLocksTask('forget-logins', [LOGIN_LOCKS, FORMER_LOCKS], attempts);
}

/** Of approved enrollments, whose passwords had locks of their own in earlier releases. */
const FORMER_LOCKS = 'enrolment ';
