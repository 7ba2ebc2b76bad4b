/** The managed interface: the keys and certificates of a worker, and signing with one of them. */
import assert from 'node:assert/strict';
import { hash, verify, X509Certificate } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { formatPem } from '@sealwright/pki';
import { TestCa } from '../../pki/test-pki.ts';
import { sharedServer } from '../support/ca-rest-setup.ts';
import { newOfficer } from '../support/officers.ts';
import { certifyKey, makeSigningToken, makeWorker, publicKeyOf } from '../support/setups/signing-setup.ts';
import { type CallOptions, type ClientIdentity, send } from '../support/test-server.ts';
import { assertRefused } from '../support/setups/worker-setup.ts';

const PLAIN = { IMPLEMENTATION_CLASS: 'PlainSigner', CRYPTOTOKEN: 'Managed', AUTHTYPE: 'NOAUTH' };

describe('the managed interface', () => {
  const shared = sharedServer();
  let clerk: ClientIdentity;

  before(async () => {
    const { server } = shared;
    await makeSigningToken(server, 'Managed', {
      usual: ['EC', 'P-256'],
      certified: ['EC', 'P-256'],
      foreign: ['EC', 'P-256'],
    });
    const ca = TestCa.root('CN=Managed CA');
    const chain = (alias: string) => certifyKey(server, ca, 'Managed', alias, { subject: `CN=${alias}` });
    const SIGNERCERTCHAIN = (await chain('usual')) + (await chain('certified'));
    await makeWorker(server, 'Managed', { ...PLAIN, DEFAULTKEY: 'usual', SIGNERCERTCHAIN });
    clerk = await newOfficer(server, 'managed clerk', { '/signing/managed/': 'ALLOW' });
  });

  const call = (target: string, options: CallOptions = {}) => {
    const { server } = shared;
    const headers = { 'x-keyfactor-requested-with': 'test', accept: 'application/json', ...options.headers };
    return send(
      new URL(`/signserver/rest-managed/v1/workers/${target}`, server.running.urls[0]),
      { ...(options.as ?? clerk), ca: server.caChain },
      { ...options, headers },
    );
  };
  const keyOf = async (alias: string) => publicKeyOf(shared.server, 'Managed', alias);
  const idOf = async (alias: string) => hash('sha256', await keyOf(alias));

  it('lists the keys that the worker names or has certificates for, and no others of its token', async () => {
    const { status, json, text } = await call('Managed/publickeys');
    assert.equal(status, 200, text);
    const keys = json as unknown as { publicKeyId: string; base64PublicKey: string; keyAlias: string }[];
    assert.deepEqual(
      keys.map(({ keyAlias, publicKeyId }) => [keyAlias, publicKeyId]),
      [
        ['certified', await idOf('certified')],
        ['usual', await idOf('usual')],
      ],
    );
    assert.equal(keys[1]!.base64PublicKey, (await keyOf('usual')).toBase64());
  });

  it('says that a worker is misconfigured, which is not a failure of the server', async () => {
    await makeWorker(shared.server, 'Wrong', { ...PLAIN, IMPLEMENTATION_CLASS: 'NoSuchSigner' });
    const why = 'The worker is misconfigured, so that its keys are not known. Its status says what is wrong.';
    for (const list of ['publickeys', 'certificates']) assertRefused(await call(`Wrong/${list}`), 409, why);
    const processed = await call(`Wrong/publickeys/${await idOf('usual')}/process`, { body: { data: 'x' } });
    assert.equal(processed.status, 500, processed.text);
  });

  it('says that a token cannot be used, and not that it has no keys', async () => {
    const keystore = { CRYPTOTOKEN_IMPLEMENTATION_CLASS: 'KeystoreInConfigCryptoToken' };
    await makeWorker(shared.server, 'Shut', { IMPLEMENTATION_CLASS: 'PlainSigner', AUTHTYPE: 'NOAUTH', ...keystore });
    await makeWorker(shared.server, 'Lost', { ...PLAIN, CRYPTOTOKEN: 'Nothing' });
    for (const name of ['Shut', 'Lost'])
      assertRefused(await call(`${name}/publickeys`), 503, 'Crypto Token not available');
  });

  it('lists their certificates, each with those above it', async () => {
    const { json } = await call('Managed/certificates');
    const certificates = json as unknown as { certId: string; base64CertChain: string[] }[];
    const subjects = certificates.map(({ base64CertChain }) =>
      base64CertChain.map((der) => new X509Certificate(Buffer.from(der, 'base64')).subject),
    );
    assert.deepEqual(subjects, [
      ['CN=certified', 'CN=Managed CA'],
      ['CN=usual', 'CN=Managed CA'],
    ]);
    const [first] = certificates;
    assert.equal(first!.certId, hash('sha256', Buffer.from(first!.base64CertChain[0]!, 'base64')));
  });

  it('has a document signed with the key that is chosen, by its own id or by that of its certificate', async () => {
    const { json } = await call('Managed/certificates');
    const [{ certId, publicKeyId }] = json as unknown as [{ certId: string; publicKeyId: string }];
    assert.equal(publicKeyId, await idOf('certified'));
    for (const target of [`certificates/${certId}`, `publickeys/${publicKeyId.toUpperCase()}`]) {
      // Any Unicode text, as the content of the signing interface.
      const answer = await call(`Managed/${target}/process`, { body: { data: 'x\f\u0000' } });
      assert.equal(answer.status, 200, answer.text);
      const signer = new X509Certificate(Buffer.from(answer.json['signerCertificate'] as string, 'base64'));
      assert.equal(signer.subject, 'CN=certified');
      const signature = Buffer.from(answer.json['data'] as string, 'base64');
      const key = formatPem('PUBLIC KEY', await keyOf('certified'));
      assert.ok(verify('sha256', Buffer.from('x\f\u0000'), key, signature));
    }
  });

  it('asks for the header, a role with its right, and a key of the worker', async () => {
    assertRefused(await call('Managed/publickeys', { headers: { 'x-keyfactor-requested-with': '' } }), 403);
    const auditor = await newOfficer(shared.server, 'managed auditor', { '/signing/view/': 'ALLOW' });
    assertRefused(await call('Managed/publickeys', { as: auditor }), 401, 'Administrator not authorized to resource.');
    const body = { data: 'x' };
    const [usual, foreign] = [await idOf('usual'), await idOf('foreign')];
    assertRefused(await call(`Managed/publickeys/${usual}/process`, { body, as: auditor }), 401);
    assertRefused(await call(`Managed/publickeys/${foreign}/process`, { body }), 404, `No such public key: ${foreign}`);
    assertRefused(await call('Managed/certificates/00/process', { body }), 404, 'No such certificate: 00');
    assertRefused(await call('None/publickeys'), 404, 'No such worker: None');
    assertRefused(await call(`Managed/publickeys/${usual}/process`, { body: {} }), 400, 'Missing data in request');
  });

  it('leaves it to the authorizer of the worker who signs', async () => {
    await makeWorker(shared.server, 'Guarded', { ...PLAIN, AUTHTYPE: 'CLIENTCERT', DEFAULTKEY: 'usual' });
    const answer = await call(`Guarded/publickeys/${await idOf('usual')}/process`, { body: { data: 'x' } });
    assertRefused(answer, 400);
    assert.match(answer.json['error'] as string, /^Authorization failed/);
  });

  it('shows no key of a CA', async () => {
    await makeWorker(shared.server, 'Thief', { ...PLAIN, CRYPTOTOKEN: 'ManagementCA', DEFAULTKEY: 'signKey' });
    assert.deepEqual((await call('Thief/publickeys')).json, []);
  });
});
