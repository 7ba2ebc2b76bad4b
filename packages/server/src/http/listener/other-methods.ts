/** 405 with `Allow` for every path that exists, and what `OPTIONS` answers (RFC 9110 §9.3.7, §15.5.6). */
import { MethodNotAllowedError } from '../errors/index.ts';
import type { EdgeInstance } from '../interface/index.ts';

/**
 * Notes the routes that are added to `app` and its children from now on.
 *
 * @returns `complete`, which adds a route for every method that a noted path lacks
 */
export function answerOtherMethods(app: EdgeInstance): { complete(): void } {
  const methodsOf = new Map<string, Set<string>>();
  let completing = false;
  app.addHook('onRoute', ({ url, method }) => {
    if (completing || url.includes('*')) return;
    const methods = methodsOf.get(url) ?? new Set();
    for (const name of [method].flat()) methods.add(name);
    methodsOf.set(url, methods);
  });
  return {
    complete(): void {
      completing = true;
      for (const [url, methods] of methodsOf) {
        // The route takes every method already.
        if (methods.has('OPTIONS')) continue;
        const allow = [...methods, 'OPTIONS'].join(', ');
        app.options(url, { config: { allow } }, (_request, reply) => reply.header('allow', allow).code(204).send());
        app.route({
          method: METHODS.filter((method) => !methods.has(method)),
          url,
          config: { allow },
          // Before a body is read: nothing is done with it.
          onRequest: (request, _reply, done) => done(new MethodNotAllowedError(request.method, allow)),
          handler: (request) => {
            throw new MethodNotAllowedError(request.method, allow);
          },
        });
      }
    },
  };
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'QUERY'];
