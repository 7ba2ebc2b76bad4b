import { fastify } from 'fastify';
import type { EdgeInstance } from '../http-interface.ts';
import { formatDocument, openApiDocument } from '../openapi/document.ts';
import { compileValidator } from '../validation.ts';
import { caRestInterface } from './interface.ts';
import type { CaRestServices } from './services.ts';

/**
 * The interface's OpenAPI document as it is committed, of the documented behaviour.
 *
 * @param version - of this program
 */
export async function caRestDocument(version: string): Promise<string> {
  const app = fastify({ logger: false }) as unknown as EdgeInstance;
  app.setValidatorCompiler(compileValidator);
  await caRestInterface({
    // Routes are only described here, never called.
    services: {} as CaRestServices<never>,
    authenticator: { authenticate: unused, requireRole: unused, nameOf: () => '' },
    clock: { nowMs: () => 0 },
    version,
    compatibility: 'documented',
    isServiceEnabled: () => true,
  }).register(app);
  await app.ready();
  return formatDocument(openApiDocument(app));
}

async function unused(): Promise<never> {
  throw new RangeError('a description was asked to serve');
}
