import type { ErrorKind } from '../../kernel/errors.ts';
import type { ErrorCode } from './error-code.ts';

/** The usual status of each kind of failure, for interfaces whose clients know no other. */
export const USUAL_STATUSES: Readonly<Record<ErrorKind, number>> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  'refused-by-policy': 422,
  'rate-limited': 429,
  unavailable: 503,
};

/** Answers of an interface to some codes that differ from those to their kind. */
export type ByCode<T> = Readonly<Partial<Record<ErrorCode, T>>>;

/** Statuses of refusals of the edge that differ from those of their kind, in every interface. */
export const EDGE_STATUSES = {
  'http.administration_needs_tls': 401,
  'http.expectation_failed': 417,
  'http.method_not_allowed': 405,
  'http.not_acceptable': 406,
  'http.unsupported_media_type': 415,
  'http.unsupported_content_encoding': 415,
  'http.path_too_long': 414,
  'http.request_too_slow': 408,
  'http.too_many_requests': 429,
} as const satisfies ByCode<number>;

/** Returns what a table has for the code of an error. */
export function ruleFor<T>(table: ByCode<T>, code: string): T | undefined {
  return Object.hasOwn(table, code) ? table[code as ErrorCode] : undefined;
}
