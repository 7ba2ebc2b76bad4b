/** CAs that keep keys, and keystores that come from elsewhere with certificates of them. */
import assert from 'node:assert/strict';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { Certificate, DistinguishedName, parsePublicKey, writeBcfks, writeJks, writePkcs12 } from '@sealwright/pki';
import { nowSeconds } from '../../../../packages/server/src/kernel/clock.ts';
import { requireActive } from '../../../../packages/server/src/modules/ca/index.ts';
import {
  certificateProfileType,
  endEntityProfileType,
} from '../../../../packages/server/src/modules/profiles/index.ts';
import { createProfiles, editCa } from '../ca-rest-setup.ts';
import { caOf, createCa } from '../ca-setup.ts';
import type { KeyPair } from '../enrollment.ts';
import type { Answer, CallOptions, TestServer } from '../test-server.ts';

/** Profiles under which keys are kept. */
export const KEEPING = 'Keeping';
export const PASSWORD = 'open sesame 1';

/** Makes the profiles {@link KEEPING}. */
export async function createKeepingProfiles(server: TestServer, name = KEEPING, settings = {}): Promise<void> {
  await createProfiles(
    server,
    name,
    { keyUsage: ['digitalSignature', 'keyEncipherment', 'keyAgreement'], ...settings },
    { keyRecoveryUsed: true },
  );
}

/** Makes a key pair for encryption in the crypto token of the management CA. */
export async function createEscrowKey(server: TestServer, alias: string, key: object = EC_KEY): Promise<void> {
  const body = { key_pair_alias: alias, key_usage: 'ENCRYPT', ...key };
  const made = await server.call('/v1/cryptotoken/ManagementCA/generatekeys', { body });
  assert.match(String(made.status), /^20[01]$/, made.text);
}

/** Makes a CA with an escrow key `<name> escrow`. */
export async function createKeepingCa(server: TestServer, name: string, key: object = EC_KEY): Promise<void> {
  await createEscrowKey(server, `${name} escrow`, key);
  await createCa(server, name);
  await editCa(server, name, { keyEncryptKey: `${name} escrow` });
}

/** A key pair with a certificate that the CA has signed, and that the database does not know. */
export interface ForeignKey {
  readonly keyPair: KeyPair;
  readonly certificate: Certificate;
  /** DER PKCS#8. */
  readonly privateKey: Uint8Array;
}

/** Has the CA sign a certificate, and does not store it. */
export async function newForeignKey(
  server: TestServer,
  ca: string,
  subject: string,
  keyPair: KeyPair = generateKeyPairSync('rsa', { modulusLength: 2048 }),
  profile = KEEPING,
): Promise<ForeignKey> {
  const { installation } = server.running;
  const certificateProfile = await installation.configuration.get(certificateProfileType, profile);
  const endEntityProfile = await installation.configuration.get(endEntityProfileType, profile);
  const { der } = await installation.ca.issuance.issue({
    authority: requireActive(await caOf(server, ca), nowSeconds(server.clock)),
    profile: certificateProfile.value,
    certificateProfileId: certificateProfile.id,
    endEntityProfileId: endEntityProfile.id,
    endEntityId: undefined,
    username: undefined,
    subject: DistinguishedName.parse(subject),
    publicKey: parsePublicKey(keyPair.publicKey.export({ format: 'der', type: 'spki' })),
    alternativeNames: [],
    requestedExtensions: [],
    demandedExtensions: [],
    requestedNotBefore: undefined,
    requestedNotAfter: undefined,
    accountBindingId: undefined,
  });
  const privateKey = keyPair.privateKey.export({ format: 'der', type: 'pkcs8' });
  return { keyPair, certificate: Certificate.parse(der), privateKey };
}

/** A keystore with the key, in base64. */
export async function keystoreOf(
  { certificate, privateKey }: Pick<ForeignKey, 'certificate' | 'privateKey'>,
  format: 'BCFKS' | 'JKS' | 'P12' = 'P12',
): Promise<string> {
  const key = { privateKey, certificate: certificate.der, chain: [], password: PASSWORD, alias: 'key', random };
  const made =
    format === 'P12'
      ? await writePkcs12({ ...key, iterations: 1000 })
      : format === 'JKS'
        ? await writeJks({ ...key, createdMs: 0 })
        : await writeBcfks({ ...key, createdMs: 0, iterations: 1000 });
  return made.toBase64();
}

/** The path of an operation on a CA of `createCa`. */
export function pathOf(ca: string, operation: string): string {
  return `/v2/certificate/${encodeURIComponent(`CN=${ca},O=Example`)}/${operation}`;
}

/** Asks for an import. */
export function importKeys(
  server: TestServer,
  ca: string,
  keystores: readonly object[],
  options: CallOptions & { readonly profile?: string } = {},
): Promise<Answer> {
  const { profile = KEEPING, ...others } = options;
  const body = { certificate_profile_name: profile, end_entity_profile_name: profile, keystores };
  return server.call(pathOf(ca, 'keyimport'), { body, ...others });
}

/** Has the key of a new certificate kept for a new end entity, by an import. */
export async function keepNewKey(
  server: TestServer,
  ca: string,
  username: string,
  profile = KEEPING,
): Promise<ForeignKey> {
  const key = await newForeignKey(server, ca, `CN=${username}`, undefined, profile);
  const keystores = [{ username, keystore: await keystoreOf(key), password: PASSWORD }];
  const answer = await importKeys(server, ca, keystores, { profile });
  assert.equal(answer.status, 200, answer.text);
  return key;
}

/** Asks for a key to be recovered. */
export function recover(
  server: TestServer,
  ca: string,
  { serialNumber }: Pick<Certificate, 'serialNumber'>,
  options: CallOptions = {},
): Promise<Answer> {
  return server.call(pathOf(ca, `${serialNumber}/keyrecover`), { method: 'PUT', ...options });
}

const random = (octets: number) => new Uint8Array(randomBytes(octets));
const EC_KEY = { key_alg: 'EC', key_spec: 'P-256' };
