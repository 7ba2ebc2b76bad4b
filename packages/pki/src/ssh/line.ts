/** The one-line text of keys and certificates: type, base64, comment, with blanks between them (sshd(8)). */
import { excerpt } from '../excerpt.ts';
import { SshError } from './errors.ts';

/** A line, taken apart. */
export interface SshLine {
  /** The type that the line says; what stands in the blob decides. */
  readonly name: string;
  readonly blob: Uint8Array;
  /** May be empty. */
  readonly comment: string;
}

/**
 * Takes a line apart. Blanks and one line break around it are ignored.
 *
 * @param maxOctets - of the blob
 * @throws {SshError} `ssh.bad_line` or `ssh.too_large`
 */
export function parseSshLine(text: string, maxOctets: number): SshLine {
  const maxText = Math.ceil(maxOctets / 3) * 4 + MAX_COMMENT;
  if (text.length > maxText) {
    throw new SshError('ssh.too_large', `a line of ${text.length} characters; at most ${maxText} are read`);
  }
  const line = text.trim();
  if (hasControlCharacters(line)) throw new SshError('ssh.bad_line', 'more than one line, or control characters in it');
  const [, name, base64, comment] = LINE.exec(line) ?? [];
  if (name === undefined || base64 === undefined) {
    throw new SshError('ssh.bad_line', `'${excerpt(line)}' is not a type and a key in base64, with a blank between`);
  }
  return { name, blob: decodeBase64(base64), comment: comment ?? '' };
}

/**
 * Writes a line without its line feed.
 *
 * @throws {SshError} `ssh.bad_line` for a comment that would end the line
 */
export function formatSshLine(name: string, blob: Uint8Array, comment: string): string {
  if (comment.length > MAX_COMMENT || hasControlCharacters(comment)) {
    throw new SshError('ssh.bad_line', `a comment has up to ${MAX_COMMENT} characters and no control characters`);
  }
  return `${name} ${blob.toBase64()}${comment === '' ? '' : ` ${comment}`}`;
}

/** C0 and C1 control characters and DEL. */
export function hasControlCharacters(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

function decodeBase64(text: string): Uint8Array {
  try {
    return Uint8Array.fromBase64(text);
  } catch {
    throw new SshError('ssh.bad_line', `'${excerpt(text)}' stands where a key in base64 belongs`);
  }
}

const LINE = /^(\S+) +(\S+)(?: +(.*))?$/;
const MAX_COMMENT = 1024;
