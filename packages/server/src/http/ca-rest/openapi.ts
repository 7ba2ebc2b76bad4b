import { describeInterface } from '../openapi/index.ts';
import { caRestInterface } from './interface.ts';
import type { CaRestServices } from './services.ts';

/**
 * The interface's OpenAPI document as it is committed, of the documented behaviour.
 *
 * @param version - of this program
 */
export function caRestDocument(version: string): Promise<string> {
  return describeInterface((authenticator) =>
    caRestInterface({
      // Routes are only described here, never called.
      services: {} as CaRestServices,
      authenticator,
      clock: { nowMs: () => 0 },
      version,
      compatibility: 'documented',
      isServiceEnabled: () => true,
    }),
  );
}
