/** Errors as one line of text, where no interface has a form of its own. */
import { AppError, type ErrorKind } from '../../kernel/errors.ts';
import type { RenderedError } from './rendered-error.ts';

/** Makes a status and a line of text of an error; of a failure of ours it tells nothing. */
export function renderPlainError(error: unknown): RenderedError {
  if (!(error instanceof AppError)) return { status: 500, body: 'General failure.\n' };
  return { status: BY_CODE.get(error.code) ?? BY_KIND[error.kind], body: `${error.message}\n` };
}

const BY_KIND: Record<ErrorKind, number> = {
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

const BY_CODE: ReadonlyMap<string, number> = new Map([
  ['http.method_not_allowed', 405],
  ['http.not_acceptable', 406],
  ['http.path_too_long', 414],
  ['http.unsupported_media_type', 415],
  ['http.unsupported_content_encoding', 415],
]);
