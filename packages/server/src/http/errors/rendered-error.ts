import type { FastifyReply } from 'fastify';

/** An error as a client gets it. */
export interface RenderedError {
  readonly status: number;
  /** JSON when an object, plain text when a string. */
  readonly body: object | string;
}

/** Sends what an interface made of an error, also of a request that no hook sees. */
export function sendError(reply: FastifyReply, { status, body }: RenderedError): void {
  void reply.code(status);
  if (typeof body === 'string') void reply.type('text/plain; charset=utf-8').send(body);
  // Octets, since the framework adds a character set to the type of anything else.
  else void reply.type('application/json').send(Buffer.from(JSON.stringify(body)));
}

/** Makes the body `{error_code, error_message}`, whose code is the status. */
export function renderedError(status: number, message: string): RenderedError {
  return { status, body: { error_code: status, error_message: message } };
}
