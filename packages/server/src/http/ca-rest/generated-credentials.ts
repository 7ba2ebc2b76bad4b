import type { FastifyReply } from 'fastify';

/** Credentials that the program has made for an end entity. */
export interface GeneratedCredentials {
  readonly generatedPassword?: string | undefined;
  readonly username?: string | undefined;
}

/** Returns the body that tells them; none where there are none, as the interface has it. */
export function generatedBody({ generatedPassword: password, username }: GeneratedCredentials) {
  if (password === undefined && username === undefined) return undefined;
  return { ...(username === undefined ? {} : { username }), ...(password === undefined ? {} : { password }) };
}

/** Sends the answer 200 with what {@link generatedBody} returns, which the schema of the answer does not have. */
export function sendGenerated(reply: FastifyReply, generated: GeneratedCredentials): FastifyReply {
  const body = generatedBody(generated);
  return body === undefined
    ? reply.send(undefined)
    : reply.type('application/json').serializer(JSON.stringify).send(body);
}
