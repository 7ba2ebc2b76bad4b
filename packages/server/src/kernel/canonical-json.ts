/** A JSON value, as `JSON.parse` gives it. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [member: string]: JsonValue;
}

/**
 * The canonical text of a JSON value (RFC 8785): members in the order of their UTF-16 code units, no blanks, numbers as ECMAScript
 * writes them.
 *
 * @throws {RangeError} for a number that is not finite, or text with a lone surrogate, neither of which JSON can carry
 */
export function canonicalJson(value: JsonValue): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new RangeError('a number that is not finite has no JSON form');
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  let text = '{';
  for (const name of orderedNames(value)) {
    text += `${text.length > 1 ? ',' : ''}${quote(name)}:${canonicalJson(value[name]!)}`;
  }
  return `${text}}`;
}

/** Sorts the names by UTF-16 code unit (§3.2.3), which is the order of strings in ECMAScript. What is written most often has them in that order already. */
function orderedNames(value: JsonObject): readonly string[] {
  const names = Object.keys(value);
  for (let at = 1; at < names.length; at++) if (names[at]! < names[at - 1]!) return names.toSorted();
  return names;
}

function isArray(value: readonly JsonValue[] | JsonObject): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function quote(text: string): string {
  // Most texts have nothing to be escaped, and are not looked at twice.
  if (PLAIN.test(text)) return `"${text}"`;
  if (!text.isWellFormed()) throw new RangeError('text with a lone surrogate has no JSON form');
  return JSON.stringify(text);
}

/** Printable ASCII without quotation mark and backslash. */
const PLAIN = /^[ !#-[\]-~]*$/;
