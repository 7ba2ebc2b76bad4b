import type { FastifyRequest } from 'fastify';

/** Returns whether the body is a form with files. */
export function isForm({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers['content-type']?.toLowerCase().startsWith('multipart/form-data') === true;
}
