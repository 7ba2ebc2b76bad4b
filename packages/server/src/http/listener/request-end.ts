/** Records of requests that have ended: lines in the log, and counts for operators. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../kernel/clock.ts';
import { isTooSlow } from '../limits/index.ts';
import { type HttpLog, logAccess } from './access-log.ts';
import type { RequestMetrics } from './metrics.ts';

export interface RequestRecords {
  readonly log: HttpLog;
  /** Counts the request, unless undefined. */
  readonly metrics?: RequestMetrics | undefined;
}

/** Records a request whose answer is out, or whose client was too slow. The framework knows of no end of the others. */
export function recordEnd(
  request: FastifyRequest,
  reply: FastifyReply,
  { log, metrics, steadyClock }: RequestRecords & { readonly steadyClock: Clock },
): void {
  const milliseconds = steadyClock.nowMs() - request.arrivedMs;
  if (reply.raw.writableFinished) {
    recordRequest(request, reply, milliseconds, { log, metrics });
  } else if (isTooSlow(request.raw.socket)) {
    if (!reply.raw.headersSent) void reply.code(408);
    request.failure ??= 'http.request_too_slow';
    recordRequest(request, reply, milliseconds, { log });
  }
}

/** Records a request. A failure is logged and never thrown: nobody would catch it, and it would end the process. */
export function recordRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  milliseconds: number,
  { log, metrics }: RequestRecords,
): void {
  try {
    logAccess(log, request, reply, milliseconds);
    metrics?.observe(request, reply, milliseconds);
  } catch (error) {
    try {
      log.error({ requestId: request.id, err: error }, 'request not recorded');
    } catch {
      // A log that takes neither the line nor the failure leaves nobody to tell.
    }
  }
}
