import { fastify } from 'fastify';
import type { Authenticator, EdgeInstance, HttpInterface } from '../interface/index.ts';
import { compileValidator } from '../reading/index.ts';
import { formatDocument, openApiDocument } from './document.ts';

/** The OpenAPI document of an interface whose routes are described and never called. */
export async function describeInterface(make: (authenticator: Authenticator) => HttpInterface): Promise<string> {
  const app = fastify({ logger: false }) as unknown as EdgeInstance;
  app.setValidatorCompiler(compileValidator);
  await make({ authenticate: unused, requireRole: unused, nameOf: () => '' }).register(app);
  await app.ready();
  return formatDocument(openApiDocument(app));
}

async function unused(): Promise<never> {
  throw new RangeError('a description was asked to serve');
}
