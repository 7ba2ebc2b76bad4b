/**
 * OCSP over HTTP (RFC 6960 §A, RFC 5019):
 *
 * - `POST /ocsp`, `POST /ocsp/{ca}`
 * - `GET /ocsp/{request}`, `GET /ocsp/{ca}/{request}`
 * - the same below `/ejbca/publicweb/status/ocsp`, which certificates of EJBCA name
 *
 * `{ca}` is the CA's name, or its number: certificates of others are unauthorized there.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../kernel/clock.ts';
import type { ConfiguredAuthorities } from '../../modules/ca/index.ts';
import type { AnswerOcsp, OcspAnswer } from '../../modules/ocsp/index.ts';
import { sendRepresentation } from '../distribution/index.ts';
import { renderPlainError, RouteNotFoundError, UnsupportedMediaTypeError } from '../errors/index.ts';
import type { EdgeInstance, HttpInterface } from '../interface/index.ts';
import { readOcspPath } from './request-path.ts';

export interface OcspInterfaceDeps {
  readonly authorities: Pick<ConfiguredAuthorities, 'findByName' | 'findByPublicId'>;
  readonly clock: Clock;
  readonly ocsp: { readonly answerOcsp: Pick<AnswerOcsp, 'answer'> };
}

/** Makes the interfaces: one for each address. */
export function ocspInterfaces(deps: OcspInterfaceDeps): readonly HttpInterface[] {
  return ['/ocsp', '/ejbca/publicweb/status/ocsp'].map((prefix) => ({
    prefix,
    renderError: renderPlainError,
    register: (app) => routes(app, prefix, deps),
    fastPaths: [
      {
        path: prefix,
        operation: OPERATION,
        requestType: REQUEST_TYPE,
        answerType: RESPONSE_TYPE,
        answer: (body) => deps.ocsp.answerOcsp.answer(body).then(derOf),
        renderError: renderPlainError,
      },
    ],
  }));
}

function routes(
  app: EdgeInstance,
  prefix: string,
  { authorities, clock, ocsp: { answerOcsp } }: OcspInterfaceDeps,
): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(REQUEST_TYPE, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.addContentTypeParser('*', (_request, _payload, done) => done(new UnsupportedMediaTypeError(REQUEST_TYPE)));
  const config = { operation: OPERATION };
  app.post('/', { config, bodyLimit: MAX_OCTETS }, async (request, reply) =>
    send(request, reply, await answerOcsp.answer(bodyOf(request)), clock),
  );
  // A route with a parameter would match a GET as well, and has no handler for it.
  app.post('/*', { config, bodyLimit: MAX_OCTETS }, async (request, reply) => {
    const { first, rest } = readOcspPath(request.raw.url ?? '', prefix);
    const caId = rest === '' ? await findCa(authorities, first) : undefined;
    if (caId === undefined) throw new RouteNotFoundError();
    return send(request, reply, await answerOcsp.answer(bodyOf(request), caId), clock);
  });
  app.get('/*', { config }, async (request, reply) => {
    const { first, afterFirst, whole } = readOcspPath(request.raw.url ?? '', prefix);
    const caId = afterFirst === undefined ? undefined : await findCa(authorities, first);
    const octets = caId === undefined ? whole : afterFirst;
    return send(request, reply, await answerOcsp.answer(octets ?? NOTHING, caId), clock);
  });
}

function send(request: FastifyRequest, reply: FastifyReply, answer: OcspAnswer, clock: Clock): FastifyReply {
  const der = derOf(answer);
  if (
    answer.kind === 'refused' ||
    !answer.cacheable ||
    request.method === 'POST' ||
    answer.response.maxAgeSeconds <= 0
  ) {
    void reply.header('cache-control', 'no-store').type(RESPONSE_TYPE);
    return reply.send(Buffer.from(der.buffer, der.byteOffset, der.length));
  }
  const { thisUpdate, maxAgeSeconds, tag } = answer.response;
  // For people and old caches. If-Modified-Since with that date never gets a 304: a revocation may be of the same second.
  void reply.header('last-modified', new Date(thisUpdate * 1000).toUTCString());
  const read = (start: number, end: number) => [der.subarray(start, end)];
  const answered = { length: der.length, read, mediaType: RESPONSE_TYPE, tag, maxAgeSeconds };
  return sendRepresentation(request, reply, answered, clock);
}

function derOf(answer: OcspAnswer): Uint8Array {
  return answer.kind === 'refused' ? answer.der : answer.response.der;
}

/** Finds a CA by its name, or by its number. */
async function findCa(
  authorities: OcspInterfaceDeps['authorities'],
  nameOrNumber: string,
): Promise<number | undefined> {
  const isNumber = /^-?\d{1,10}$/.test(nameOrNumber);
  const byName = await authorities.findByName(nameOrNumber);
  return (byName ?? (isNumber ? await authorities.findByPublicId(Number(nameOrNumber)) : undefined))?.id;
}

function bodyOf({ body }: FastifyRequest): Uint8Array {
  return body instanceof Uint8Array ? body : NOTHING;
}

const OPERATION = 'ocsp';
const REQUEST_TYPE = 'application/ocsp-request';
const RESPONSE_TYPE = 'application/ocsp-response';
const MAX_OCTETS = 64 * 1024;
const NOTHING = new Uint8Array();
