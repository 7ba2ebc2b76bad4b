/** The signing interface as one part of the URL space. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { documentOperations } from '../openapi/document.ts';
import type { EdgeInstance, HttpInterface } from '../http-interface.ts';
import type { BodyRoom } from '../large-bodies.ts';
import { errorRenderer } from './errors.ts';
import { SIGNING_REST_PREFIX } from './prefix.ts';
import { processDocument } from './process-document.ts';
import { requireRequestedWith } from './requested-with.ts';
import type { SigningServices } from './services.ts';
import type { WorkerAdministrationDeps } from './worker-scope.ts';
import { workerOperations } from './workers.ts';

export interface SigningRestDeps<A> extends WorkerAdministrationDeps<A> {
  readonly services: SigningServices;
  /** Where large documents wait. */
  readonly bodies: BodyRoom;
  /** Of this program, such as `0.1.0`. */
  readonly version: string;
}

/** What the process operation works with. */
type ProcessDeps = Omit<SigningRestDeps<never>, 'workers' | 'authenticator'>;

/** What an operation gets to add its route. */
export interface OperationScope {
  readonly app: EdgeInstance;
  readonly deps: ProcessDeps;
  /**
   * The hooks and configuration that an operation for everybody has besides its schema.
   *
   * @param id - as in the log and the metrics
   */
  readonly operation: (id: string) => OperationRoute;
}

interface OperationRoute {
  config: { operation: string };
  onRequest: ((request: FastifyRequest, reply: FastifyReply) => Promise<void>)[];
}

/** Makes the interface. Its operations are listed here and nowhere else. */
export function signingRestInterface<A>(deps: SigningRestDeps<A>): HttpInterface {
  return {
    prefix: SIGNING_REST_PREFIX,
    renderError: errorRenderer(deps.compatibility),
    async register(app) {
      await documentOperations(app, {
        title: 'Sealwright signing interface',
        version: deps.version,
        path: '/openapi.json',
        prefix: SIGNING_REST_PREFIX,
      });
      signingAnswers(app);
      const scope = operationScope(app, deps);
      processDocument(scope);
      workerOperations(app, deps);
    },
  };
}

/** What all answers of the interfaces to the signing service have in common, and that forms are read by the operations. */
export function signingAnswers(app: EdgeInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.header('cache-control', 'no-store');
    done();
  });
  // Read by the operation itself, piece by piece.
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
}

function operationScope(app: EdgeInstance, deps: ProcessDeps): OperationScope {
  return {
    app,
    deps,
    operation: (id) => ({
      config: { operation: id },
      onRequest: [async (request) => requireRequestedWith(request, deps.requestedWith, false)],
    }),
  };
}
