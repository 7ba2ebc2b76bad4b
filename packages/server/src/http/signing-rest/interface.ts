/** The interfaces to the signing service as parts of the URL space. */
import { describedInterface } from '../openapi/index.ts';
import type { EdgeInstance, HttpInterface } from '../interface/index.ts';
import { errorRenderer } from './errors.ts';
import { operationScope, type ProcessDeps } from './operation-scope.ts';
import { SIGNING_REST_PREFIX } from './prefix.ts';
import { processContent } from './process-content.ts';
import { ERROR_STATUSES, ErrorBody } from './schemas.ts';
import type { WorkerAdministrationDeps } from './worker-scope.ts';
import { workerOperations } from './workers.ts';

/** Dependencies of the signing interface. */
export type SigningRestDeps = ProcessDeps & WorkerAdministrationDeps;

/** Makes the signing interface. Its operations are listed here and nowhere else. */
export function signingRestInterface(deps: SigningRestDeps): HttpInterface {
  return signingInterface({ ...deps, prefix: SIGNING_REST_PREFIX, title: 'Sealwright signing interface' }, (app) => {
    processContent(operationScope(app, deps));
    workerOperations(app, deps);
  });
}

/** Makes an interface to the signing service: the errors that its clients know, and forms that the operations read themselves. */
export function signingInterface(
  {
    prefix,
    title,
    version,
    compatibility,
  }: Pick<ProcessDeps, 'version' | 'compatibility'> & { readonly prefix: string; readonly title: string },
  addOperations: (app: EdgeInstance) => void,
): HttpInterface {
  const renderError = errorRenderer(compatibility);
  const description = { prefix, title, version, errorBody: ErrorBody, errorStatuses: ERROR_STATUSES };
  return describedInterface({ ...description, renderError }, (app) => {
    app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
    addOperations(app);
  });
}
