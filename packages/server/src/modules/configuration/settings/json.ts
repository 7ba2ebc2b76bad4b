/** Settings as JSON, in document bodies and in requests of administrators. */
import type { JsonObject } from '../../../kernel/canonical-json.ts';

/** Tells whether `value` is an object, neither null nor a list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Returns the reason why `value` cannot be stored as JSON text in both databases; undefined if it can.
 *
 * Text has to be well-formed Unicode without NUL, which PostgreSQL refuses; nesting is limited; `__proto__` is not allowed as a member.
 */
export function jsonFault(value: unknown, path = '', depth = 0): { field: string; message: string } | undefined {
  if (depth > MAX_DEPTH) return { field: path, message: `is nested more than ${MAX_DEPTH} deep` };
  if (value === null || typeof value === 'boolean' || Number.isFinite(value)) return undefined;
  if (typeof value === 'string') return textFault(value, path);
  if (typeof value === 'object') return membersFault(value, path, depth);
  return { field: path, message: `is a ${typeof value} that JSON does not have` };
}

/** Returns the path of a member in the object at `path`: `keys`, then `keys[0].alias`. */
export function memberPath(path: string, member: string | number): string {
  if (typeof member === 'number') return `${path}[${member}]`;
  return path === '' ? member : `${path}.${member}`;
}

/** Freezes a JSON value recursively. Frozen objects are not visited again. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const member of Object.values(value)) deepFreeze(member);
  return Object.freeze(value);
}

function membersFault(value: object, path: string, depth: number): { field: string; message: string } | undefined {
  const members: Iterable<[string | number, unknown]> = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [name, member] of members) {
    const at = memberPath(path, name);
    if (name === '__proto__') return { field: path, message: `has a member that is called '__proto__'` };
    const fault = (typeof name === 'string' && textFault(name, path)) || jsonFault(member, at, depth + 1);
    if (fault) return fault;
  }
  return undefined;
}

function textFault(text: string, path: string): { field: string; message: string } | undefined {
  if (!text.isWellFormed()) return { field: path, message: 'holds half of a surrogate pair' };
  if (text.includes('\0')) return { field: path, message: 'holds the character NUL' };
  return undefined;
}

const MAX_DEPTH = 32;
