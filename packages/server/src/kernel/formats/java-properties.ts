/** The properties files of Java, which clients of other systems send. */

/**
 * Reads a text of Java properties: `key=value`, `key:value` or `key value` in lines, `#` and `!` begin a comment, a backslash at the end of a
 * line continues it, and escapes with backslash are read. A key that stands twice has its last value. Undefined for a `\u` without four
 * hexadecimal digits.
 */
export function parseJavaProperties(text: string): ReadonlyMap<string, string> | undefined {
  const properties = new Map<string, string>();
  for (const line of logicalLines(text)) {
    const keyEnd = endOfKey(line);
    const given = line.slice(keyEnd).replace(/^[ \t\f]*[=:]?[ \t\f]*/, '');
    const [key, value] = [unescape(line.slice(0, keyEnd)), unescape(given)];
    if (key === undefined || value === undefined) return undefined;
    properties.set(key, value);
  }
  return properties;
}

/** Writes one line for each property, in ASCII. */
export function formatJavaProperties(properties: Iterable<readonly [key: string, value: string]>): string {
  return [...properties].map(([key, value]) => `${escape(key, /[ =:#!]/g)}=${escape(value, /^ /)}\n`).join('');
}

/** @param special - what means something else where it stands */
function escape(text: string, special: RegExp): string {
  return text
    .replaceAll('\\', '\\\\')
    .replace(special, '\\$&')
    .replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Without blank lines and comments, continued lines put together. */
function* logicalLines(text: string): Generator<string> {
  let continued = '';
  let continues = false;
  for (const natural of text.split(/\r\n|\r|\n/)) {
    const line = natural.replace(/^[ \t\f]+/, '');
    if (!continues && (line === '' || line.startsWith('#') || line.startsWith('!'))) continue;
    continues = backslashesAtEnd(line) % 2 === 1;
    continued += continues ? line.slice(0, -1) : line;
    if (continues) continue;
    yield continued;
    continued = '';
  }
  if (continued !== '') yield continued;
}

/** Counted from the end: a regular expression would look at each run of backslashes from each of its characters. */
function backslashesAtEnd(line: string): number {
  let count = 0;
  while (line[line.length - 1 - count] === '\\') count++;
  return count;
}

function endOfKey(line: string): number {
  for (let at = 0; at < line.length; at++) {
    if (line[at] === '\\') at++;
    else if (KEY_ENDS.includes(line[at]!)) return at;
  }
  return line.length;
}

function unescape(text: string): string | undefined {
  let plain = '';
  let from = 0;
  for (let at = text.indexOf('\\'); at !== -1; at = text.indexOf('\\', from)) {
    plain += text.slice(from, at);
    const escaped = text[at + 1] ?? '';
    const digits = escaped === 'u' ? text.slice(at + 2, at + 6) : '';
    if (escaped === 'u' && !/^[0-9A-Fa-f]{4}$/.test(digits)) return undefined;
    plain += escaped === 'u' ? String.fromCharCode(Number.parseInt(digits, 16)) : (ESCAPES[escaped] ?? escaped);
    from = at + 2 + digits.length;
  }
  return plain + text.slice(from);
}

const KEY_ENDS = '=: \t\f';
const ESCAPES: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f' };
