/** Statuses of failures that have nothing to do with what an operation does. */
import type { FastifyContextConfig } from 'fastify';

/** The answer of the parser to headers or a query that are too long: no interface was asked yet. */
export const HEADERS_TOO_LONG = { 431: { type: 'null', description: 'Headers or query are too long.' } } as const;

/** A route as far as its statuses depend on it. */
export interface DescribedRoute {
  readonly method: string | readonly string[];
  readonly url: string;
  readonly config?: FastifyContextConfig | undefined;
}

/**
 * The statuses that the edge answers for a route, or a use case whatever it does: 400 for what cannot be read, 406 where `Accept` is obeyed, 409 when
 * others change the same, 408 for a body that comes too slowly, 414 for a name in the path that is too long, 429 for too many requests of one address, 413 and 415 for a body, also one that is not asked for, 500 for a failure of ours, and 503 for a database that is not there
 * or a server that stops.
 */
export function commonStatuses(route: DescribedRoute): readonly number[] {
  const { url, config } = route;
  const readsBody = isBodyRead(route);
  return [
    400,
    ...(readsBody ? [408] : []),
    ...(config?.produces === undefined ? [] : [406]),
    ...(url.includes(':') ? [414] : []),
    ...(readsBody ? [409, 413, 415] : []),
    429,
    500,
    503,
  ];
}

/** Returns whether a body is read, also one that the operation does not ask for. */
export function isBodyRead({ method }: Pick<DescribedRoute, 'method'>): boolean {
  return [method].flat().some((each) => each !== 'GET' && each !== 'HEAD');
}
