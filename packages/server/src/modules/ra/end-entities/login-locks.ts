/** Locks after wrong logins, by caller and username. */
import { type AttemptStore, forgetLocksTask } from '../../access/index.ts';
import type { Task } from '../../background/index.ts';

/** Common prefix of the locks. */
export const LOGIN_LOCKS = 'login ';

/** Returns the task that deletes locks without recent attempts. */
export function forgetLoginsTask(attempts: Pick<AttemptStore, 'forgetQuiet'>): Task {
  return forgetLocksTask('forget-logins', [LOGIN_LOCKS, FORMER_LOCKS], attempts);
}

/** Prefix of the locks that approved enrollments had in earlier releases. */
const FORMER_LOCKS = 'enrolment ';
