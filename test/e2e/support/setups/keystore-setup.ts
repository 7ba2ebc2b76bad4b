/** End entities that get keystores, and what is in those. */
import { readBcfks, readJks, readPkcs12 } from '@sealwright/pki';
import { systemClock } from '../../../../packages/server/src/kernel/clock.ts';
import { systemRandom } from '../../../../packages/server/src/kernel/random.ts';
import { newUnitId } from '../../../../packages/server/src/kernel/unit-of-work.ts';
import {
  CERTIFICATE_PROFILE_ID,
  END_ENTITY_PROFILE_ID,
} from '../../../../packages/server/src/modules/profiles/index.ts';
import { type EndEntity, TOKEN_TYPE } from '../../../../packages/server/src/modules/ra/index.ts';
import { makePasswordVerifier } from '../../../../packages/server/src/modules/ra/end-entities/index.ts';
import { caOf } from '../ca-setup.ts';
import type { Answer, CallOptions, TestServer } from '../test-server.ts';

export const PASSWORD = 'of the end entity';

/** Adds an end entity as an officer would. */
export async function addEndEntity(
  server: TestServer,
  username: string,
  changes: Partial<EndEntity> = {},
): Promise<void> {
  const { storage } = server.running.installation;
  const random = systemRandom();
  const endEntity: EndEntity = {
    id: storage.ids.next(),
    username,
    caId: (await caOf(server, 'ManagementCA')).id,
    certificateProfileId: CERTIFICATE_PROFILE_ID.ENDUSER,
    endEntityProfileId: END_ENTITY_PROFILE_ID.EMPTY,
    subjectDn: `CN=${username},O=Keystores`,
    subjectAltName: `rfc822Name=${username}@example.com`,
    email: undefined,
    status: 10,
    tokenType: TOKEN_TYPE.P12,
    kind: 1,
    passwordVerifier: await makePasswordVerifier(PASSWORD, random),
    sealedPassword: undefined,
    extended: {},
    createdMs: 1,
    modifiedMs: 1,
    version: 1,
    ...changes,
  };
  const write = { op: 'end-entity.insert', endEntity } as const;
  await storage.store.commit({ id: newUnitId(systemClock, random), epoch: undefined, writes: [write] });
}

/** Asks for a keystore. */
export function enrollKeystore(
  server: TestServer,
  body: Record<string, unknown>,
  options: CallOptions = {},
): Promise<Answer> {
  return server.call('/v1/certificate/enrollkeystore', {
    method: 'POST',
    body: { password: PASSWORD, key_alg: 'EC', key_spec: 'P-256', ...body },
    ...options,
  });
}

/** The private key and the certificates of a keystore, each as DER. */
export async function opened(
  format: string,
  octets: Uint8Array,
): Promise<readonly [key: Uint8Array, certificates: readonly Uint8Array[]]> {
  if (format === 'PKCS12') {
    const { keys, certificates } = await readPkcs12(octets, PASSWORD);
    return [await keys[0]!.decrypt(), certificates.map(({ certificate }) => certificate)];
  }
  const [key] = format === 'JKS' ? await readJks(octets, PASSWORD) : await readBcfks(octets, PASSWORD);
  return [await key!.decrypt(), key!.certificates];
}
