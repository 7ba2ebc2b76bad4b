import type { FastifyReply, FastifyRequest } from 'fastify';
import { remoteAddressOf } from '../interface/index.ts';

/** Logger as the edge uses it; pino fits. */
export interface HttpLog {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Fields of the line about a request. */
export interface RequestRecord {
  readonly requestId: string;
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly status: number;
  readonly milliseconds: number;
  readonly remoteAddress: string;
  readonly proxy: string | undefined;
  readonly caller: string | undefined;
  readonly operation: string | undefined;
  readonly failure: string | undefined;
  readonly remarks: readonly string[] | undefined;
}

/**
 * Makes the record of a request that was answered.
 *
 * Never a body, a header or a query string: they hold passwords, activation codes and tokens. The path of an operation holds names
 * and serial numbers, which the audit log has as well. A path that is nobody's can hold anything, such as a token that was put into
 * it by mistake, and is not written; who sent it finds it in the answer.
 */
export function recordOf(request: FastifyRequest, reply: FastifyReply, milliseconds: number): RequestRecord {
  return {
    requestId: request.id,
    method: request.method,
    path: request.routeOptions?.url === undefined ? undefined : pathOf(request.raw.url ?? ''),
    status: reply.statusCode,
    milliseconds: rounded(milliseconds),
    remoteAddress: remoteAddressOf(request),
    proxy: request.forwarded && request.socket.remoteAddress,
    caller: request.callerName,
    operation: request.routeOptions?.config?.operation,
    failure: request.failure,
    remarks: request.remarks?.length === 0 ? undefined : request.remarks,
  };
}

/** Rounds a time to microseconds. */
export function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}

function pathOf(url: string): string {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}
