/**
 * Returns whether it is text that may be taken for somebody's name, recorded and logged: of at most 255 characters, valid Unicode, without control
 * characters (RFC 7617 §2 has none in user names either). It may be empty.
 */
export function isUserName(name: unknown): name is string {
  return typeof name === 'string' && name.length <= MAX_LENGTH && !/\p{Cc}/u.test(name) && name.isWellFormed();
}

const MAX_LENGTH = 255;
