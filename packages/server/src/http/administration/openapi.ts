import { describeInterface } from '../openapi/index.ts';
import { administrationInterface } from './interface.ts';

/** Makes the OpenAPI document of the interface, as it is committed in `docs/openapi/administration.json` and served. */
export function administrationDocument(version: string): Promise<string> {
  return describeInterface(administrationInterface, { version });
}
