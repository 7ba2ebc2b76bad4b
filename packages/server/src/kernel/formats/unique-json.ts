/** JSON whose objects name each member once: readers do not agree on which of two counts (RFC 8259 §4), and so not on what was asked for. */

import { appError } from '../errors.ts';
import { inOneLine } from '../text/shortened.ts';

/** An object of a JSON text has two members of the same name. */
export class DuplicateMemberError extends appError('malformed', 'json.duplicate_member') {
  constructor(member: string) {
    const shown = inOneLine(member, 40);
    super(`The JSON has the member '${shown}' twice in one object. Give each member once.`);
  }
}

/**
 * Parses JSON as `JSON.parse` does, and refuses an object with two members of the same name, however the name is written.
 *
 * @throws {SyntaxError} for what is not JSON; its message may quote the text
 * @throws {@link DuplicateMemberError}
 */
export function parseUniqueJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  const duplicate = duplicateMember(text);
  if (duplicate !== undefined) throw new DuplicateMemberError(duplicate);
  return value;
}

/**
 * The first member that stands twice in an object of a text that is JSON.
 *
 * A parsed value does not have it any more, so the text is gone through once more, from quotation mark to quotation mark: long strings cost next to
 * nothing.
 */
function duplicateMember(text: string): string | undefined {
  /** The names in each object around the place; undefined for a list. */
  const around: (Set<string> | undefined)[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === OPEN_BRACE) around.push(new Set());
    else if (character === OPEN_BRACKET) around.push(undefined);
    else if (character === CLOSE_BRACE || character === CLOSE_BRACKET) around.pop();
    else if (character === QUOTE) {
      const end = endOfString(text, at);
      const names = around.at(-1);
      if (names !== undefined && isName(text, end)) {
        const name = nameOf(text, at, end);
        if (names.has(name)) return name;
        names.add(name);
      }
      at = end - 1;
    }
  }
  return undefined;
}

/** Returns the end of the string that begins at `start`: the offset after its second quotation mark. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end + 1;
}

/** Returns whether an odd number of backslashes stands in front. */
function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text.charCodeAt(before - 1) === BACKSLASH) before--;
  return (at - before) % 2 === 1;
}

/** Returns whether a string that ends at `end` is followed by a colon. */
function isName(text: string, end: number): boolean {
  let at = end;
  while (text.charCodeAt(at) <= BLANK) at++;
  return text.charCodeAt(at) === COLON;
}

function nameOf(text: string, start: number, end: number): string {
  const raw = text.slice(start + 1, end - 1);
  return raw.includes('\\') ? (JSON.parse(text.slice(start, end)) as string) : raw;
}

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
/** The highest of the four characters that stand between tokens. */
const BLANK = 0x20;
