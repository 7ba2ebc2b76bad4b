import { BodyMemory } from '../bodies/index.ts';
import { describeInterface } from '../openapi/index.ts';
import type { SigningServices } from '../signing-rest/index.ts';
import { Spool } from '../uploads/index.ts';
import { managedInterface } from './interface.ts';
import type { ManagedServices } from './services.ts';

/** The OpenAPI document of the interface, as it is committed in `docs/openapi/signing-managed.json` and served. */
export function managedDocument(version: string): Promise<string> {
  return describeInterface((authenticator) =>
    managedInterface({
      services: {} as SigningServices,
      managed: {} as ManagedServices,
      authenticator,
      bodies: { spool: new Spool(''), memory: new BodyMemory() },
      compatibility: 'documented',
      requestedWith: 'all',
      version,
    }),
  );
}
