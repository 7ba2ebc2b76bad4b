/** The signing interface as one part of the URL space. */
import { documentOperations } from '../openapi/index.ts';
import type { EdgeInstance, HttpInterface } from '../interface/index.ts';
import { errorRenderer } from './errors.ts';
import { operationScope, type SigningRestDeps } from './operation-scope.ts';
import { SIGNING_REST_PREFIX } from './prefix.ts';
import { processDocument } from './process-document.ts';
import { ERROR_STATUSES, ErrorBody } from './schemas.ts';
import { workerOperations } from './workers.ts';

/** Makes the interface. Its operations are listed here and nowhere else. */
export function signingRestInterface(deps: SigningRestDeps): HttpInterface {
  return {
    prefix: SIGNING_REST_PREFIX,
    renderError: errorRenderer(deps.compatibility),
    async register(app) {
      await documentOperations(app, {
        title: 'Sealwright signing interface',
        version: deps.version,
        path: '/openapi.json',
        prefix: SIGNING_REST_PREFIX,
        errorBody: ErrorBody,
        errorStatuses: ERROR_STATUSES,
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
