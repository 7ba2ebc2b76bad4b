import { describeInterface } from '../openapi/index.ts';
import { caRestInterface } from './interface.ts';

/** Makes the OpenAPI document of the interface, as it is committed in `docs/openapi/ca-rest.json` and served. */
export function caRestDocument(version: string): Promise<string> {
  return describeInterface(caRestInterface, { version, compatibility: 'documented' });
}
