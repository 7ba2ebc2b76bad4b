/** Answers of the administration interface to failures: status and body. */
import type { FastifyRequest } from 'fastify';
import { AppError, type ErrorKind } from '../../kernel/errors.ts';
import { EDGE_STATUSES, type RenderedError } from '../errors/index.ts';

/** Makes `{error_code, error_message}` of a failure. Of a failure of ours a client learns nothing but `General failure.` */
export function renderError(error: unknown, request: FastifyRequest): RenderedError {
  if (!(error instanceof AppError)) return rendered(500, 'General failure.');
  // RFC 9110 §13.1.1: what a precondition in the header refuses is told from every other conflict.
  const isPrecondition = error.code === 'document.changed' && request.headers['if-match'] !== undefined;
  return rendered(isPrecondition ? 412 : (BY_CODE[error.code] ?? BY_KIND[error.kind]), error.message);
}

function rendered(status: number, message: string): RenderedError {
  return { status, body: { error_code: status, error_message: message } };
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

/** Statuses that replace the one of the kind, by code. */
const BY_CODE: Readonly<Record<string, number>> = EDGE_STATUSES;
