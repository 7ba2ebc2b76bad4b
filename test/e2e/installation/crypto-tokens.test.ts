/** The crypto token operations on tokens in software, and what depends on no kind of token. */
import { keyAlgorithms, namedCurves } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertRefusal, sharedServer } from '../support/ca-rest-setup.ts';
import { withDatabase } from '../support/installations/server-database.ts';
import { testCryptoTokens } from './crypto-token-suite.ts';

testCryptoTokens({
  title: 'software tokens',
  newToken: async (automatic) => {
    const code = 'correct horse battery';
    const type = 'SoftCryptoToken';
    return { settings: automatic ? { type, autoActivation: true, authenticationCode: code } : { type }, code };
  },
  keys: [
    ['RSA', '2048'],
    ['rsa', '4096'],
    ...namedCurves.map(({ name }) => ['EC', name] as const),
    ['ECDSA', 'secp256r1'],
    ...keyAlgorithms
      .filter(({ sizing, generates }) => sizing === 'fixed' && generates)
      .map(({ name }) => [name, ''] as const),
    ['Ed25519', 'Ed25519'],
    ['EdDSA', 'Ed25519'],
    ['eddsa', 'ed448'],
    ['ML-DSA', 'ML-DSA-65'],
    ['SLH-DSA', 'SLH-DSA-SHA2-128F'],
    ['ML-KEM', 'ml-kem-768'],
  ],
  wrongCodes: 2,
});

describe('crypto token operations', () => {
  const shared = sharedServer();
  const path = '/v1/cryptotoken/ManagementCA';

  it('have a status that needs no credentials', async () => {
    const { status, json } = await shared.server.call('/v1/cryptotoken/status', { as: null });
    assert.equal(status, 200);
    assert.equal(json['status'], 'OK');
    assert.equal(json['version'], '1.0');
  });

  it('remove no key that a CA uses', async () => {
    const answer = await shared.server.call(`${path}/signKey/removekeys`, { method: 'POST' });
    assertRefusal(
      answer,
      422,
      "The key pair 'signKey' is used by the certification authority 'ManagementCA' and cannot be removed.",
    );
  });

  it('make a token wait after several wrong codes', async () => {
    const body = { settings: { type: 'SoftCryptoToken' } };
    await shared.server.administer('/documents/CRYPTOTOKEN/Guessed', { method: 'POST', body });
    const activate = async (activation_code: string) =>
      shared.server.call('/v1/cryptotoken/Guessed/activate', { method: 'PUT', body: { activation_code } });
    assert.equal((await activate('right')).status, 200);
    for (let attempt = 0; attempt < 3; attempt++) assert.equal((await activate('wrong')).status, 422);
    // The second that it has to wait began with the last attempt, which takes as long on a slow machine.
    const wait = (change: string) =>
      withDatabase(shared.server, (database) =>
        database.exec(`UPDATE activation_attempt SET not_before_ms = not_before_ms ${change}`),
      );
    wait('+ 60000');
    assertRefusal(await activate('right'), 429, /next attempt is possible in/);
    wait('- 61000');
    assert.equal((await activate('right')).status, 200);
  });
});

describe('crypto token operations, compatible with EJBCA', () => {
  const shared = sharedServer({ compatibility: 'ejbca' });

  it('answer with its statuses and texts', async () => {
    const { server } = shared;
    const settings = { type: 'SoftCryptoToken' };
    await server.administer('/documents/CRYPTOTOKEN/Plain', { method: 'POST', body: { settings } });
    const call = async (operation: string, method: string, body?: object) =>
      server.call(`/v1/cryptotoken/${operation}`, { method, body });
    const activated = await call('Plain/activate', 'PUT', { activation_code: 'x' });
    assert.equal(activated.status, 200, activated.text);
    const key = { key_pair_alias: 'k', key_alg: 'EC', key_spec: 'P-256' };
    const generated = await call('Plain/generatekeys', 'POST', key);
    assert.deepEqual([generated.status, generated.text], [201, '']);
    const deactivated = await call('Plain/deactivate', 'PUT');
    assert.deepEqual(deactivated.json, { message: 'The crypto token was deactivated successfully.' });
    const reactivated = await call('ManagementCA/deactivate', 'PUT');
    assert.match(reactivated.json['message'] as string, /reactivated/);
  });
});
