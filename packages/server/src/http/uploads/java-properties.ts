import { MalformedMetadataError } from './errors.ts';

/**
 * Reads a text of Java properties: `key=value`, `key:value` or `key value` in lines, `#` and `!` begin a comment, a backslash at the end of a
 * line continues it, and escapes with backslash are read. A key that stands twice has its last value.
 *
 * @throws {@link MalformedMetadataError} for a `\u` without four hexadecimal digits
 */
export function parseJavaProperties(text: string): ReadonlyMap<string, string> {
  const properties = new Map<string, string>();
  for (const line of logicalLines(text)) {
    const keyEnd = endOfKey(line);
    const value = line.slice(keyEnd).replace(/^[ \t\f]*[=:]?[ \t\f]*/, '');
    properties.set(unescape(line.slice(0, keyEnd)), unescape(value));
  }
  return properties;
}

/** Without blank lines and comments, continued lines put together. */
function* logicalLines(text: string): Generator<string> {
  let continued = '';
  let continues = false;
  for (const natural of text.split(/\r\n|\r|\n/)) {
    const line = natural.replace(/^[ \t\f]+/, '');
    if (!continues && (line === '' || line.startsWith('#') || line.startsWith('!'))) continue;
    const backslashes = /\\*$/.exec(line)![0].length;
    continues = backslashes % 2 === 1;
    continued += continues ? line.slice(0, -1) : line;
    if (continues) continue;
    yield continued;
    continued = '';
  }
  if (continued !== '') yield continued;
}

function endOfKey(line: string): number {
  for (let at = 0; at < line.length; at++) {
    if (line[at] === '\\') at++;
    else if (/[=: \t\f]/.test(line[at]!)) return at;
  }
  return line.length;
}

function unescape(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replaceAll(/\\(u[0-9A-Fa-f]{4}|u|[^u]|$)/gs, (_whole, escaped: string) => {
    if (escaped === 'u') throw new MalformedMetadataError();
    if (escaped.length === 5) return String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return ESCAPES[escaped] ?? escaped;
  });
}

const ESCAPES: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f' };
