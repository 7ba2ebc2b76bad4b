import type { FastifyReply, FastifyRequest } from 'fastify';
import { remoteAddressOf } from '../interface/index.ts';

/** Logger as the edge uses it; pino fits. */
export interface HttpLog {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/**
 * Writes one line for a request that was answered.
 *
 * Never a body, a header or a query string: they hold passwords, activation codes and tokens. The path of an operation holds names
 * and serial numbers, which the audit log has as well. A path that is nobody's can hold anything, such as a token that was put into
 * it by mistake, and is not written; who sent it finds it in the answer.
 */
export function logAccess(log: HttpLog, request: FastifyRequest, reply: FastifyReply, milliseconds: number): void {
  log.info(
    {
      requestId: request.id,
      method: request.method,
      path: request.routeOptions?.url === undefined ? undefined : pathOf(request.raw.url ?? ''),
      status: reply.statusCode,
      milliseconds: Math.round(milliseconds * 1000) / 1000,
      remoteAddress: remoteAddressOf(request),
      proxy: request.forwarded && request.socket.remoteAddress,
      caller: request.callerName,
      operation: request.routeOptions?.config?.operation,
      failure: request.failure,
      remarks: request.remarks?.length === 0 ? undefined : request.remarks,
    },
    'request',
  );
}

function pathOf(url: string): string {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}
