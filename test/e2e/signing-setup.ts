/** Workers for tests of the signing service, on a server in the test's own process. */
import assert from 'node:assert/strict';
import { type Answer, type CallOptions, send, type TestServer } from './test-server.ts';

const SIGNING_REST = '/signserver/rest/v1';

/** Makes a crypto token that opens by itself, with a key for each alias: algorithm and specification as `generatekeys` takes them. */
export async function makeSigningToken(
  server: TestServer,
  name: string,
  keys: Readonly<Record<string, readonly [algorithm: string, specification: string]>>,
): Promise<void> {
  const settings = { type: 'SoftCryptoToken', autoActivation: true, authenticationCode: 'correct horse battery' };
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

/** Calls the signing interface over TLS, with the headers that it asks for and without a client certificate unless told otherwise; a header that is empty is left out. */
export async function signing(server: TestServer, target: string, options: CallOptions = {}): Promise<Answer> {
  const given: Record<string, string> = { 'x-keyfactor-requested-with': 'test', accept: '*/*', ...options.headers };
  const headers = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
  return send(
    new URL(SIGNING_REST + target, server.running.urls[0]),
    { ...options.as, ca: server.caChain },
    { ...options, headers },
  );
}
