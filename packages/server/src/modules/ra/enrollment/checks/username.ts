import { EnrollmentInputError } from '../../errors/index.ts';

/** Refuses a username that is blank or longer than the limit. @throws {@link EnrollmentInputError} */
export function requireUsername(username: string): void {
  if (username.trim() === '') throw new EnrollmentInputError('username is empty; it has to name the end entity.');
  if (username.length > MAX_USERNAME_LENGTH) {
    throw new EnrollmentInputError(`username has ${username.length} characters; ${MAX_USERNAME_LENGTH} are the most.`);
  }
}

const MAX_USERNAME_LENGTH = 255;
