/** The query of a request: how it is parsed, and what may stand in it. */
import { UnknownParameterError } from '../errors/index.ts';

/**
 * Parses a query string (`application/x-www-form-urlencoded`): `+` is a blank, and a name that occurs twice gives an array, which
 * no schema of a single value accepts.
 *
 * What is not percent-encoded UTF-8 becomes {@link UNDECODABLE}: a lone surrogate, which the check of all text refuses. The
 * framework calls a parser before it can answer an error, so it must not throw.
 */
export function parseQueryString(text: string): Record<string, string | string[]> {
  // Without a prototype `__proto__` is a name as any other.
  const query = Object.create(null) as Record<string, string | string[]>;
  if (text === '') return query;
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    const value = equals === -1 ? '' : decode(pair.slice(equals + 1));
    const before = query[name];
    if (before === undefined) query[name] = value;
    else if (Array.isArray(before)) before.push(value);
    else query[name] = [before, value];
  }
  return query;
}

/** @throws {@link UnknownParameterError} for a parameter that the schema of the query does not have */
export function requireKnownParameters(query: object, schema: unknown): void {
  const { properties = {} } = (schema ?? {}) as { readonly properties?: object };
  const unknown = Object.keys(query).find((name) => !Object.hasOwn(properties, name));
  if (unknown !== undefined) throw new UnknownParameterError(unknown, Object.keys(properties));
}

/** Stands for text that could not be decoded. */
const UNDECODABLE = '\ud800';

function decode(text: string): string {
  const blanks = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!blanks.includes('%')) return blanks;
  try {
    return decodeURIComponent(blanks);
  } catch (error) {
    if (error instanceof URIError) return UNDECODABLE;
    throw error;
  }
}
