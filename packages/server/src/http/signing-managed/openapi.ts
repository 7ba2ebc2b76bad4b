import { describeInterface } from '../openapi/index.ts';
import { managedInterface } from './interface.ts';

/** Makes the OpenAPI document of the interface, as it is committed in `docs/openapi/signing-managed.json` and served. */
export function managedDocument(version: string): Promise<string> {
  return describeInterface(managedInterface, { version, compatibility: 'documented' });
}
