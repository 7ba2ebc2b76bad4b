import { fastify } from 'fastify';
import type { Authenticator, EdgeInstance, HttpInterface } from '../interface/index.ts';
import { compileValidator } from '../reading/index.ts';
import { formatDocument, openApiDocument } from './document.ts';

/** Makes the OpenAPI document of an interface, with what its description depends on: its routes are never called. */
export async function describeInterface<D extends { readonly authenticator: Authenticator }>(
  make: (deps: D) => HttpInterface,
  deps: Partial<D>,
): Promise<string> {
  const app = fastify({ logger: false }) as unknown as EdgeInstance;
  app.setValidatorCompiler(compileValidator);
  const authenticator: Authenticator = { authenticate: unused, requireRole: unused, nameOf: () => '' };
  await make({ authenticator, ...deps } as D).register(app);
  await app.ready();
  return formatDocument(openApiDocument(app));
}

async function unused(): Promise<never> {
  throw new RangeError('a description was asked to serve');
}
