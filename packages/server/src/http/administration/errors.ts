/** The errors of the administration interface: status and body. */
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../kernel/errors.ts';
import {
  EDGE_STATUSES,
  type ErrorCode,
  type RenderedError,
  renderedError,
  ruleFor,
  USUAL_STATUSES,
} from '../errors/index.ts';

/** Makes `{error_code, error_message}` of a failure. Of a failure of ours a client learns nothing but `General failure.` */
export function renderError(error: unknown, request: FastifyRequest): RenderedError {
  if (!(error instanceof AppError)) return renderedError(500, 'General failure.');
  // RFC 9110 §13.1.1: what a precondition in the header refuses is told from every other conflict.
  const isPrecondition = error.code === DOCUMENT_CHANGED && request.headers['if-match'] !== undefined;
  const status = isPrecondition ? 412 : (ruleFor(EDGE_STATUSES, error.code) ?? USUAL_STATUSES[error.kind]);
  return renderedError(status, error.message);
}

const DOCUMENT_CHANGED: ErrorCode = 'document.changed';
