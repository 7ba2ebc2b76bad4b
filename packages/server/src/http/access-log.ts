import type { FastifyReply, FastifyRequest } from 'fastify';

/** What of a logger the edge uses; pino fits. */
export interface HttpLog {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/**
 * Writes one line for a request that was answered.
 *
 * Never a body, a header or a query string: they hold passwords, activation codes and tokens. The path holds names and serial
 * numbers, which the audit log has as well.
 */
export function logAccess(log: HttpLog, request: FastifyRequest, reply: FastifyReply): void {
  const { url = '' } = request.raw;
  const query = url.indexOf('?');
  log.info(
    {
      requestId: request.id,
      method: request.method,
      path: query === -1 ? url : url.slice(0, query),
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime * 1000) / 1000,
      remoteAddress: request.socket.remoteAddress,
      caller: request.callerName,
      operation: request.routeOptions.config?.operation,
      failure: request.failure,
    },
    'request',
  );
}
