/** Counts and lines in the log of requests that failed, and headers of their answers. */
import { AppError } from '../../kernel/errors.ts';
import { MethodNotAllowedError } from '../errors/index.ts';
import type { Refusal, Refusals } from '../limits/index.ts';
import type { HttpLog } from './access-log.ts';

/**
 * Counts and logs a failure.
 *
 * @param error - an `AppError`, or anything else for a failure of ours
 * @returns its name in the log, and headers of the answer
 */
export function noteFailure(
  error: unknown,
  requestId: string,
  { log, refusals }: { readonly log: HttpLog; readonly refusals: Refusals },
): { readonly failure: string; readonly headers: Record<string, string> } {
  if (!(error instanceof AppError)) {
    log.error({ requestId, err: error }, 'request failed');
    return { failure: 'internal', headers: {} };
  }
  const { code, context, cause, message } = error;
  const refusal = REFUSAL_OF_ERROR[code];
  if (refusal !== undefined) refusals.count(refusal);
  if (Object.keys(context).length > 0 || cause !== undefined)
    log.info({ requestId, code, context, err: cause }, message);
  return { failure: code, headers: headersOf(error) };
}

function headersOf(error: AppError): Record<string, string> {
  const { retryAfterSeconds } = error;
  return {
    ...(error instanceof MethodNotAllowedError && { allow: error.allow }),
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(Math.ceil(retryAfterSeconds)) }),
    ...(isNotDone(error) && { 'x-outcome': 'not-done' }),
  };
}

/**
 * Tells whether the request has certainly changed nothing, whatever the status. Rules are checked before anything is committed. But the database may have
 * stored a change without confirming it, and acts of several steps say so when a part is done.
 */
function isNotDone({ code, isPartlyDone }: AppError): boolean {
  return !isPartlyDone && !code.startsWith('storage.');
}

/** Limits that refuse with these errors. */
const REFUSAL_OF_ERROR: Readonly<Record<string, Refusal | undefined>> = {
  'http.body_too_large': 'body_size',
  'http.no_room_for_answer': 'answer_memory',
  'http.no_room_for_body': 'body_memory',
  'http.proxy_not_believed': 'proxy',
  'http.too_many_requests': 'client_requests',
};
