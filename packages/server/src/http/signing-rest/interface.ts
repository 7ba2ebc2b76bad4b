/** The signing interface as one part of the URL space. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EdgeInstance, HttpInterface } from '../http-interface.ts';
import { type SigningCompatibility, errorRenderer } from './errors.ts';
import { SIGNING_REST_PREFIX } from './prefix.ts';
import { processDocument } from './process-document.ts';
import { type RequestedWith, requireRequestedWith } from './requested-with.ts';
import type { SigningServices } from './services.ts';

export interface SigningRestDeps {
  readonly services: SigningServices;
  readonly compatibility: SigningCompatibility;
  readonly requestedWith: RequestedWith;
}

/** What an operation gets to add its route. */
export interface OperationScope {
  readonly app: EdgeInstance;
  readonly deps: SigningRestDeps;
  /**
   * The hooks and configuration that an operation for everybody has besides its schema.
   *
   * @param id - as in the log and the metrics
   */
  readonly operation: (id: string, options?: OperationOptions) => OperationRoute;
}

interface OperationOptions {
  readonly multilineMembers?: readonly string[];
}

interface OperationRoute {
  config: { operation: string; produces: string; multilineMembers?: readonly string[] };
  onRequest: ((request: FastifyRequest, reply: FastifyReply) => Promise<void>)[];
}

/** Makes the interface. Its operations are listed here and nowhere else. */
export function signingRestInterface(deps: SigningRestDeps): HttpInterface {
  return {
    prefix: SIGNING_REST_PREFIX,
    renderError: errorRenderer(deps.compatibility),
    register(app) {
      app.addHook('onRequest', (_request, reply, done) => {
        void reply.header('cache-control', 'no-store');
        done();
      });
      const scope = operationScope(app, deps);
      processDocument(scope);
    },
  };
}

function operationScope(app: EdgeInstance, deps: SigningRestDeps): OperationScope {
  return {
    app,
    deps,
    operation: (id, { multilineMembers } = {}) => ({
      config: {
        operation: id,
        produces: 'application/json',
        ...(multilineMembers === undefined ? {} : { multilineMembers }),
      },
      onRequest: [async (request) => requireRequestedWith(request, deps.requestedWith, false)],
    }),
  };
}
