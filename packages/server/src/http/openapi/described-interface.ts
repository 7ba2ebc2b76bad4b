import type { EdgeInstance, HttpInterface } from '../interface/index.ts';
import { type DocumentOptions, documentOperations } from './document.ts';

/** Makes an interface that describes its operations under `/openapi.json`, and whose answers no cache keeps. */
export function describedInterface(
  { renderError, ...document }: Pick<HttpInterface, 'renderError'> & DocumentOptions,
  addOperations: (app: EdgeInstance) => void,
): HttpInterface {
  return {
    prefix: document.prefix,
    renderError,
    async register(app) {
      await documentOperations(app, document);
      app.addHook('onRequest', (_request, reply, done) => {
        void reply.header('cache-control', 'no-store');
        done();
      });
      addOperations(app);
    },
  };
}
