/**
 * The entrances of the signing service that are older than its REST interface: time-stamp clients, build tools and lines with curl use them.
 * They answer with the output itself, and with errors in plain text.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { toYaml } from './open-api-yaml.ts';
import type { EdgeInstance, HttpInterface } from '../interface/index.ts';
import type { UnfitWorker, WorkerHealth } from '../../modules/signing/index.ts';
import { errorRenderer, type SigningCompatibility, signingDocument } from '../signing-rest/index.ts';
import { processRequest, SERVLET_PARAMETERS, type ServletProcessDeps, type WorkerChoice } from './process-request.ts';

/** Dependencies of the servlet interface. */
export interface SigningServletDeps extends ServletProcessDeps {
  readonly signing: ServletProcessDeps['signing'] & { readonly workerHealth: Pick<WorkerHealth, 'unfit'> };
  readonly compatibility: SigningCompatibility;
  /** Version of this program, such as `0.1.0`. */
  readonly version: string;
}

/** Makes the interface. */
export function signingServletInterface(deps: SigningServletDeps): HttpInterface {
  const renderError = errorRenderer(deps.compatibility);
  return {
    prefix: SERVLET_PREFIX,
    renderError(error, request) {
      const { status, body } = renderError(error, request);
      return { status, body: `${(body as { readonly error: string }).error}\n` };
    },
    register(app) {
      // Bodies of all types are content, and read by the operation itself, piece by piece.
      app.removeAllContentTypeParsers();
      app.addContentTypeParser('*', (_request, _payload, done) => done(null));
      app.addHook('onSend', (_request, reply, payload, done) => {
        if (reply.statusCode === 401) void reply.header('www-authenticate', CHALLENGE);
        done(null, payload);
      });
      processRoutes(app, deps);
      app.get('/healthcheck/signserverhealth', { config: { operation: 'signing.health' } }, async (_request, reply) => {
        const unfit = await deps.signing.workerHealth.unfit();
        void reply.header('cache-control', 'no-store').type('text/plain');
        return unfit.length === 0 ? reply.send('ALLOK') : reply.code(500).send(describeUnfit(unfit));
      });
      openApiRoute(app, deps);
    },
  };
}

function processRoutes(app: EdgeInstance, deps: SigningServletDeps): void {
  const add = (url: string, chosen: (request: FastifyRequest) => WorkerChoice) =>
    app.route({
      method: ['GET', 'POST'],
      url,
      // Others are the content, or metadata, which is checked once its lines are told apart.
      config: { operation: 'signing.process', checkedTexts: SERVLET_PARAMETERS },
      bodyLimit: Number.MAX_SAFE_INTEGER,
      // HEAD would sign.
      exposeHeadRoute: false,
      handler: (request: FastifyRequest, reply: FastifyReply) => processRequest(request, reply, chosen(request), deps),
    });
  add('/process', () => ({ from: 'parameters' }));
  add('/tsa', () => ({ from: 'parameters' }));
  add('/worker/:name', ({ params }) => ({ from: 'path', worker: (params as { readonly name: string }).name }));
}

/** A line for each worker, which tells anybody no more than that it does not work. */
function describeUnfit(unfit: readonly UnfitWorker[]): string {
  const lines = unfit
    .slice(0, MAX_UNFIT)
    .map(
      ({ id, problem }) =>
        `Worker ${id}: ${problem === 'offline' ? 'Crypto token not available' : 'Worker is misconfigured'}\n`,
    );
  const others = unfit.length - lines.length;
  return lines.join('') + (others === 0 ? '' : `and ${others} more\n`);
}

/** The description of the REST interface, made when it is first asked for. */
function openApiRoute(app: EdgeInstance, { version }: SigningServletDeps): void {
  let document: Promise<string> | undefined;
  app.get(
    '/openapi',
    { config: { operation: 'signing.openapi' }, schema: { querystring: OpenApiQuery } },
    async ({ query }, reply) => {
      const json = await (document ??= signingDocument(version));
      if (query.format?.toUpperCase() === 'JSON') return reply.type('application/json').send(json);
      return reply.type('application/yaml').send(await toYaml(json));
    },
  );
}

const OpenApiQuery = Type.Object({ format: Type.Optional(Type.String({ maxLength: 10 })) });
const MAX_UNFIT = 100;
const SERVLET_PREFIX = '/signserver';
/** RFC 7617 §2. */
const CHALLENGE = 'Basic realm="Signing service", charset="UTF-8"';
