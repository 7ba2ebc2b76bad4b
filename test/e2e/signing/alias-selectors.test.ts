/** Workers that choose among the keys of their token for each request. */
import assert from 'node:assert/strict';
import { verify, X509Certificate } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { formatPem } from '@sealwright/pki';
import { TestCa } from '../../pki/test-pki.ts';
import { sharedServer } from '../support/ca-rest-setup.ts';
import { certifyKey, makeSigningToken, makeWorker, publicKeyOf, signing } from '../support/setups/signing-setup.ts';

const PLAIN = { IMPLEMENTATION_CLASS: 'PlainSigner', CRYPTOTOKEN: 'Many', AUTHTYPE: 'NOAUTH', DEFAULTKEY: 'usual' };
const BY_METADATA = 'org.signserver.server.aliasselectors.RequestMetadataAliasSelector';
const BY_USERNAME = 'org.signserver.server.aliasselectors.AuthorizedUsernameAliasSelector';
const KEYS = { usual: ['EC', 'P-256'], alice: ['EC', 'P-256'], 'of-bob': ['EC', 'P-256'] } as const;

describe('a worker with an alias selector', () => {
  const shared = sharedServer();
  let chains: string;

  before(async () => {
    const ca = TestCa.root('CN=Signers');
    await makeSigningToken(shared.server, 'Many', KEYS);
    chains = await certifyKey(shared.server, ca, 'Many', 'usual', { subject: 'CN=Usual' });
    chains += await certifyKey(shared.server, ca, 'Many', 'alice', { subject: 'CN=Alice' });
  });

  const process = async (worker: string, metaData: Record<string, string>, authorization = '') =>
    signing(shared.server, `/workers/${worker}/process`, { body: { data: 'x', metaData }, headers: { authorization } });
  const signedWith = async (worker: string, metaData: Record<string, string> = {}, authorization = '') => {
    const answer = await process(worker, metaData, authorization);
    assert.equal(answer.status, 200, answer.text);
    const signature = Buffer.from(answer.json['data'] as string, 'base64');
    for (const alias of Object.keys(KEYS)) {
      const key = formatPem('PUBLIC KEY', await publicKeyOf(shared.server, 'Many', alias));
      if (verify('sha256', Buffer.from('x'), key, signature)) return { alias, ...answer };
    }
    return assert.fail('none of the keys');
  };
  const signerOf = ({ json }: { readonly json: Record<string, unknown> }) =>
    new X509Certificate(Buffer.from(json['signerCertificate'] as string, 'base64')).subject;

  it('signs with the key that the metadata name, and else with the usual one', async () => {
    await makeWorker(shared.server, 'Chosen', { ...PLAIN, ALIASSELECTOR: BY_METADATA });
    assert.equal((await signedWith('Chosen')).alias, 'usual');
    assert.equal((await signedWith('Chosen', { ALIAS: ' ' })).alias, 'usual');
    assert.equal((await signedWith('Chosen', { ALIAS: 'of-bob' })).alias, 'of-bob');
  });

  it('answers with the certificate of the key that was chosen, and without one when it has none', async () => {
    const properties = { ...PLAIN, ALIASSELECTOR: 'RequestMetadataAliasSelector', SIGNERCERTCHAIN: chains };
    await makeWorker(shared.server, 'Certified', properties);
    assert.equal(signerOf(await signedWith('Certified')), 'CN=Usual');
    assert.equal(signerOf(await signedWith('Certified', { ALIAS: 'alice' })), 'CN=Alice');
    assert.equal((await signedWith('Certified', { ALIAS: 'of-bob' })).json['signerCertificate'], null);
    await makeWorker(shared.server, 'Message', { ...properties, IMPLEMENTATION_CLASS: 'CMSSigner' });
    assert.equal((await process('Message', { ALIAS: 'alice' })).status, 200);
    const refused = await process('Message', { ALIAS: 'of-bob' });
    assert.equal(refused.status, 500, refused.text);
  });

  it('signs with the key of the user, behind a prefix', async () => {
    const users = { AUTHTYPE: 'org.signserver.server.UsernameAuthorizer', ACCEPT_ALL_USERNAMES: 'TRUE' };
    await makeWorker(shared.server, 'Users', { ...PLAIN, ...users, ALIASSELECTOR: BY_USERNAME, ALIAS_PREFIX: 'of-' });
    const as = (user: string) => `Basic ${Buffer.from(`${user}:`).toString('base64')}`;
    assert.equal((await signedWith('Users', {}, as('bob'))).alias, 'of-bob');
    assert.equal((await process('Users', {}, as('alice'))).status, 503);
    await makeWorker(shared.server, 'Nobody', { ...PLAIN, ALIASSELECTOR: BY_USERNAME });
    assert.equal((await signedWith('Nobody')).alias, 'usual');
  });

  it('signs with no key of a CA, and with none that there is not', async () => {
    const other = { ...PLAIN, CRYPTOTOKEN: 'ManagementCA', ALIASSELECTOR: BY_METADATA };
    await makeWorker(shared.server, 'Thief', other);
    const stolen = await process('Thief', { ALIAS: 'signKey' });
    assert.equal(stolen.status, 503);
    assert.match(stolen.json['error'] as string, /certification authority/);
    assert.equal((await process('Chosen', { ALIAS: 'none' })).status, 503);
    assert.equal((await process('Chosen', { ALIAS: 'x'.repeat(251) })).status, 400);
  });

  it('counts the usages of each key by itself', async () => {
    await makeSigningToken(shared.server, 'Fresh', { a: ['EC', 'P-256'], b: ['EC', 'P-256'] });
    await makeWorker(shared.server, 'Once', {
      ...PLAIN,
      CRYPTOTOKEN: 'Fresh',
      ALIASSELECTOR: BY_METADATA,
      KEYUSAGELIMIT: '1',
    });
    const statuses: number[] = [];
    for (const ALIAS of ['a', 'a', 'b', 'b']) statuses.push((await process('Once', { ALIAS })).status);
    assert.deepEqual(statuses, [200, 503, 200, 503]);
  });

  it('refuses to work when there is no such selector', async () => {
    await makeWorker(shared.server, 'Unknown', { ...PLAIN, ALIASSELECTOR: 'org.example.Selector' });
    assert.equal((await process('Unknown', {})).status, 500);
  });
});
