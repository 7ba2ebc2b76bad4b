/** CAs whose activation needs approvals. */
import assert from 'node:assert/strict';
import { createCa } from '../ca-setup.ts';
import { editCa } from '../ca-rest-setup.ts';
import type { Answer, ClientIdentity, TestServer } from '../test-server.ts';
import { requestIdOf } from './approval-setup.ts';

/** Makes a CA that is off line, and whose activation needs the approvals of the profile. */
export async function createGuardedCa(server: TestServer, name: string, profile: string): Promise<void> {
  await createCa(server, name);
  await editCa(server, name, { approvals: { caActivation: profile } });
  assert.equal((await activate(server, name, undefined, 'deactivate')).status, 200);
}

/** Asks for the CA to be taken on line, or off line. */
export function activate(
  server: TestServer,
  name: string,
  as: ClientIdentity | undefined,
  act: 'activate' | 'deactivate' = 'activate',
): Promise<Answer> {
  const path = `/v1/ca_management/${encodeURIComponent(name)}/${act}`;
  return server.call(path, { method: 'PUT', ...(as === undefined ? {} : { as }) });
}

/** Has the activation of the CA asked for, and gives the number of the request. */
export async function requestActivation(server: TestServer, name: string, as: ClientIdentity): Promise<number> {
  return requestIdOf(await activate(server, name, as));
}
