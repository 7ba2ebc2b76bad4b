import { BodyMemory } from '../bodies/index.ts';
import { describeInterface } from '../openapi/index.ts';
import { Spool } from '../uploads/index.ts';
import { signingRestInterface } from './interface.ts';
import type { SigningServices } from './services.ts';
import type { WorkerServices } from './worker-services.ts';

/** The OpenAPI document of the interface, as it is committed in `docs/openapi/signing-rest.json` and served. */
export function signingDocument(version: string): Promise<string> {
  return describeInterface((authenticator) =>
    signingRestInterface({
      services: {} as SigningServices,
      workers: {} as WorkerServices,
      authenticator,
      bodies: { spool: new Spool(''), memory: new BodyMemory() },
      compatibility: 'documented',
      requestedWith: 'all',
      version,
    }),
  );
}
