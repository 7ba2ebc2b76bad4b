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
  // The default order of strings in ECMAScript is by UTF-16 code unit, which is what §3.2.3 asks for.
  for (const name of Object.keys(value).toSorted()) {
    text += `${text.length > 1 ? ',' : ''}${quote(name)}:${canonicalJson(value[name]!)}`;
  }
  return `${text}}`;
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
