/** Workers for tests of the signing service, on a server in the test's own process. */
import assert from 'node:assert/strict';
import { asDer, type Der, extendedKeyUsage, formatPem, KEY_PURPOSES, makeExtension } from '@sealwright/pki';
import type { TestCa, TestCertificate } from '../../../pki/test-pki.ts';
import { managementToken } from '../installations/management-token.ts';
import { type Answer, type CallOptions, send, type TestServer } from '../test-server.ts';

/** Algorithm and specification by alias. */
type SigningKeys = Readonly<Record<string, readonly [algorithm: string, specification: string]>>;

const SIGNING_REST = '/signserver/rest/v1';

/** Makes a crypto token that opens by itself, with a key for each alias: algorithm and specification as `generatekeys` takes them. */
export async function makeSigningToken(server: TestServer, name: string, keys: SigningKeys): Promise<void> {
  const settings = managementToken()?.newSettings() ?? SOFTWARE;
  const document = await server.administer(`/documents/CRYPTOTOKEN/${encodeURIComponent(name)}`, {
    method: 'POST',
    body: { settings },
  });
  assert.equal(document.status, 201, document.text);
  for (const [key_pair_alias, [key_alg, key_spec]] of Object.entries(keys)) {
    const made = await server.call(`/v1/cryptotoken/${encodeURIComponent(name)}/generatekeys`, {
      body: { key_pair_alias, key_alg, key_spec },
    });
    assert.equal(made.status, 200, made.text);
  }
}

/** The public key of a key pair of a token. */
export async function publicKeyOf(
  server: TestServer,
  token: string,
  alias: string,
): Promise<Der<'SubjectPublicKeyInfo'>> {
  const {
    configuration,
    tokens: { cryptoTokens: tokens },
  } = server.running.installation;
  const document = await configuration.find({ token: 'CRYPTOTOKEN', parse: () => undefined }, token);
  return asDer<'SubjectPublicKeyInfo'>((await tokens.getKeyPair(document!.id, alias)).publicKey);
}

/** A certificate for a key pair of a token, and those above it: the property SIGNERCERTCHAIN. */
export async function certifyKey(
  server: TestServer,
  ca: TestCa,
  token: string,
  alias: string,
  contents: Omit<TestCertificate, 'publicKey'>,
): Promise<string> {
  const certificate = ca.certify({ ...contents, publicKey: await publicKeyOf(server, token, alias) });
  return formatPem('CERTIFICATE', certificate.der) + ca.chainPem;
}

/** Certificates for keys of the token `Signing` by alias, which is the common name, each with those above it. */
export async function certifyKeys(
  server: TestServer,
  ca: TestCa,
  aliases: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const chains = new Map<string, string>();
  for (const alias of aliases)
    chains.set(alias, await certifyKey(server, ca, 'Signing', alias, { subject: `CN=${alias}` }));
  return chains;
}

/** Makes a worker, whether its properties make sense or not. */
export async function makeWorker(
  server: TestServer,
  name: string,
  properties: Readonly<Record<string, string>>,
): Promise<void> {
  const document = await server.administer(`/documents/WORKER/${encodeURIComponent(name)}`, {
    method: 'POST',
    body: { settings: { properties } },
  });
  assert.equal(document.status, 201, document.text);
}

/** Makes a worker `TSA` that stamps with the time for anybody, with the key `alias` of the token `Signing`. */
export async function makeTimeStampAuthority(server: TestServer, ca: TestCa, alias: string): Promise<void> {
  const extensions = [makeExtension(extendedKeyUsage, [KEY_PURPOSES.timeStamping], true)];
  await makeWorker(server, 'TSA', {
    IMPLEMENTATION_CLASS: 'TimeStampSigner',
    CRYPTOTOKEN: 'Signing',
    AUTHTYPE: 'NOAUTH',
    DEFAULTKEY: alias,
    SIGNERCERTCHAIN: await certifyKey(server, ca, 'Signing', alias, { subject: 'CN=TSA', extensions }),
    DEFAULTTSAPOLICYOID: '1.2.3',
    ACCEPTANYPOLICY: 'TRUE',
  });
}

/** Calls the signing interface over TLS, with the headers that it asks for and without a client certificate unless told otherwise; a header that is empty is left out. */
export async function signing(
  server: Pick<TestServer, 'running' | 'caChain'>,
  target: string,
  options: CallOptions = {},
): Promise<Answer> {
  const given: Record<string, string> = { 'x-keyfactor-requested-with': 'test', accept: '*/*', ...options.headers };
  const headers = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
  return send(
    new URL(SIGNING_REST + target, server.running.urls[0]),
    { ...options.as, ca: server.caChain },
    { ...options, headers },
  );
}

/** Calls by which workers of a shared server process octets, which are sent in base64. */
export function octetsTo(shared: { readonly server: TestServer }) {
  const process = (worker: string, octets: Uint8Array, metaData: Readonly<Record<string, string>> = {}) =>
    signing(shared.server, `/workers/${encodeURIComponent(worker)}/process`, {
      body: { data: Buffer.from(octets).toString('base64'), encoding: 'BASE64', metaData },
    });
  return {
    process,
    /** Has them processed, and gives the octets of the answer. */
    processed: async (...request: Parameters<typeof process>) => {
      const answer = await process(...request);
      assert.equal(answer.status, 200, answer.text);
      return Buffer.from(answer.json['data'] as string, 'base64');
    },
    /** Has them refused, and gives the status and the error. */
    refusal: async (...request: Parameters<typeof process>) => {
      const { status, json } = await process(...request);
      return [status, json['error']];
    },
  };
}

const SOFTWARE = { type: 'SoftCryptoToken', autoActivation: true, authenticationCode: 'correct horse battery' };

const CLASSIC: SigningKeys = {
  rsa: ['RSA', '2048'],
  p256: ['EC', 'P-256'],
  p384: ['EC', 'P-384'],
  brainpool: ['EC', 'brainpoolP256r1'],
  ed25519: ['Ed25519', ''],
  ed448: ['Ed448', ''],
};
const POST_QUANTUM: SigningKeys = { mldsa: ['ML-DSA-65', ''], slhdsa: ['SLH-DSA-SHA2-128F', ''] };

/** Keys of every kind that signs. SoftHSM makes none that withstand quantum computers. */
export const SIGNING_KEYS: SigningKeys = managementToken() === undefined ? { ...CLASSIC, ...POST_QUANTUM } : CLASSIC;

/** The rows whose key there is. */
export function withKey<R extends readonly [alias: string, ...unknown[]]>(rows: readonly R[]): readonly R[] {
  return rows.filter(([alias]) => Object.hasOwn(SIGNING_KEYS, alias));
}
