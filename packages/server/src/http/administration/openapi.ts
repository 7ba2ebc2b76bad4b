import { describeInterface } from '../openapi/index.ts';
import { administrationInterface } from './interface.ts';
import type { AdministrationServices } from './services.ts';

/**
 * The interface's OpenAPI document as it is committed.
 *
 * @param version - of this program
 */
export function administrationDocument(version: string): Promise<string> {
  return describeInterface((authenticator) =>
    // Routes are only described here, never called.
    administrationInterface({ services: {} as AdministrationServices, authenticator, version }),
  );
}
