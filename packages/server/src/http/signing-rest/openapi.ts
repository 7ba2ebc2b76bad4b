import { describeInterface } from '../openapi/index.ts';
import { signingRestInterface } from './interface.ts';

/** Makes the OpenAPI document of the interface, as it is committed in `docs/openapi/signing-rest.json` and served. */
export function signingDocument(version: string): Promise<string> {
  return describeInterface(signingRestInterface, { version, compatibility: 'documented' });
}
