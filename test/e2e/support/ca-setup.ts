/** CAs as administrators make them, on the use cases of a server in the test's own process. */
import type { Certificate } from '@sealwright/pki';
import {
  type CertificateAuthority,
  caType,
  requireX509,
  type X509Authority,
} from '../../../packages/server/src/modules/ca/index.ts';
import { change } from './administration.ts';
import type { TestServer } from './test-server.ts';

/** A caller who may do everything. */
export const HOST = { kind: 'host' } as const;

/** Settings of a CA with P-256 keys in the token of the management CA, under an alias of its own. */
export function caSettings(name: string, settings: Readonly<Record<string, unknown>> = {}) {
  return {
    subjectDn: `CN=${name},O=Example`,
    cryptoToken: 'ManagementCA',
    certSignKey: `${name} key`,
    signKeySpec: 'P-256',
    signatureAlgorithm: 'SHA256withECDSA',
    ...settings,
  };
}

/** Makes the document of a CA and initialises it. */
export async function createCa(
  server: TestServer,
  name: string,
  settings: Readonly<Record<string, unknown>> = {},
): Promise<CertificateAuthority> {
  const { installation } = server.running;
  await change(installation, 'CA_CREATION', [
    { kind: 'create', type: caType.token, name, settings: caSettings(name, settings) },
  ]);
  return installation.ca.initializeCa.initialize(HOST, name);
}

/** A CA as it is now. */
export async function caOf(server: TestServer, name: string): Promise<X509Authority> {
  return requireX509((await server.running.installation.ca.authorities.findByName(name))!);
}

/** Its own certificate. */
export async function certificateOf(server: TestServer, name: string): Promise<Certificate> {
  return (await caOf(server, name)).chain[0]!;
}
