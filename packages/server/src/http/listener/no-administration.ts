import type { FastifyReply, FastifyRequest } from 'fastify';
import { AdministrationNeedsTlsError } from '../errors/index.ts';
import type { HttpInterface } from '../interface/index.ts';

/** Stands where an administration interface would be on a listener without TLS: answers 401 to everything, in its error form. */
export function noAdministrationHere(administration: HttpInterface): HttpInterface {
  return {
    prefix: administration.prefix,
    renderError: (error, request) => administration.renderError(error, request),
    register(app) {
      app.all('/*', { onRequest: refuse }, async () => ({}));
      // The prefix itself; with a slash at the end it is the path above.
      app.all('', { onRequest: refuse }, async () => ({}));
    },
  };
}

/** Before a body is read. */
function refuse(_request: FastifyRequest, reply: FastifyReply, done: (error: Error) => void): void {
  // RFC 9110 §15.5.2 wants a challenge; a token must not be sent here, so the challenge says where to.
  void reply.header('www-authenticate', 'Bearer error="invalid_request", error_description="use HTTPS"');
  done(new AdministrationNeedsTlsError());
}
