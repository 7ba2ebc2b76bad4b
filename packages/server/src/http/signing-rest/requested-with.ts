/** The header by which a client shows that it is not a browser that was made to call: a page of elsewhere cannot set it. */
import type { FastifyRequest } from 'fastify';
import { isForm } from '../uploads/index.ts';
import { RequestedWithHeaderError } from './errors.ts';

/** Which requests need the header. */
export type RequestedWith = 'all' | 'admin-and-multipart' | 'off';

/** @throws {@link RequestedWithHeaderError} when a request that needs the header does not have it */
export function requireRequestedWith(request: FastifyRequest, required: RequestedWith, administration: boolean): void {
  const needed = required === 'all' || (required === 'admin-and-multipart' && (administration || isForm(request)));
  if (needed && !NAMES.some((name) => hasText(request.headers[name]))) throw new RequestedWithHeaderError();
}

function hasText(value: string | readonly string[] | undefined): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

const NAMES = ['x-keyfactor-requested-with', 'x-vendor-requested-with'];
