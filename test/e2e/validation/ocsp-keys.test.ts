/** The keys of OCSP responders: nobody else signs with one, and none goes away while it is needed. */
import { Certificate } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { eventually } from '../../eventually.ts';
import {
  assertRefusal,
  certificatePath,
  editCa,
  enroll,
  MANAGEMENT_CA_DN,
  sharedServer,
  takeTokenOffline,
} from '../support/ca-rest-setup.ts';
import { certificateOf, createCa, HOST } from '../support/ca-setup.ts';
import { newRequest } from '../support/enrollment.ts';
import { ocspAnswer, ocspRequest, ocspStatus, postOcsp } from '../support/ocsp-requests.ts';
import { withDatabase } from '../support/installations/server-database.ts';
import { makeSigningToken, makeWorker, signing } from '../support/setups/signing-setup.ts';
import { TestServer } from '../support/test-server.ts';

type CaSettingsGiven = Readonly<Record<string, unknown>>;

async function caNamed({ running: { installation } }: TestServer, name: string) {
  return (await installation.ca.authorities.findByName(name))!;
}

/** Returns the first responder of a CA. */
async function responderOf(server: TestServer, ca: string) {
  const { id } = await caNamed(server, ca);
  return (await server.running.installation.storage.stores.ocspResponders.listOfCa(id, 1))[0]!;
}

/** Returns the alias of its key. */
async function responderKey(server: TestServer, ca: string): Promise<string> {
  return (await responderOf(server, ca)).keyAlias;
}

describe('the key of an OCSP responder', () => {
  const shared = sharedServer();
  let alias: string;
  before(async () => {
    alias = await responderKey(shared.server, 'ManagementCA');
  });
  const remove = (key: string, token = 'ManagementCA') =>
    shared.server.call(`/v1/cryptotoken/${token}/${encodeURIComponent(key)}/removekeys`, { method: 'POST' });

  it('signs for no worker that names it', async () => {
    const { server } = shared;
    const plain = { IMPLEMENTATION_CLASS: 'PlainSigner', AUTHTYPE: 'NOAUTH', CRYPTOTOKEN: 'ManagementCA' };
    await makeWorker(server, 'Forger', { ...plain, DEFAULTKEY: alias });
    const signed = await signing(server, '/workers/Forger/process', { body: { data: 'x' } });
    assert.equal(signed.status, 503, signed.text);
    assert.match(signed.json['error'] as string, /OCSP responder/);
  });

  it('is not removed while the CA wants a responder', async () => {
    const { server } = shared;
    await createCa(server, 'Wants');
    const key = await responderKey(server, 'Wants');
    assertRefusal(await remove(key), 422, /is used by the OCSP responder of the .*'Wants'/);
    const ca = await certificateOf(server, 'Wants');
    const url = server.running.urls[1]!;
    assert.equal(await ocspStatus(url, ca, ca), 'good');
    await editCa(server, 'Wants', { ocspResponder: 'NONE' });
    const removed = await remove(key);
    assert.equal(removed.status, 200, removed.text);
  });

  it('is safe in a crypto token of its own, which is not removed while a CA names it', async () => {
    const { server } = shared;
    await makeSigningToken(server, 'Responders', {});
    await createCa(server, 'Elsewhere', { ocspCryptoToken: 'Responders' });
    const ca = await certificateOf(server, 'Elsewhere');
    assert.equal(await ocspStatus(server.running.urls[1]!, ca, ca), 'good');
    const key = await responderKey(server, 'Elsewhere');
    assertRefusal(await remove(key, 'Responders'), 422, /is used by the OCSP responder of the .*'Elsewhere'/);
    const removed = await server.administer('/documents/CRYPTOTOKEN/Responders', { method: 'DELETE' });
    assert.equal(removed.status, 409, removed.text);
    assert.match(removed.text, /Elsewhere/);
  });

  it('becomes the key of no other CA', async () => {
    const { server } = shared;
    await assert.rejects(createCa(server, 'Taker', { certSignKey: alias, signKeySpec: '' }), {
      code: 'ca.key_taken',
    });
  });
});

describe('a key that an OCSP responder has left behind', () => {
  const shared = sharedServer();

  /** Makes a CA whose responder has got another key by a change of its settings, and returns the alias of the one before. */
  async function leftBehind(
    server: TestServer,
    name: string,
    settings: CaSettingsGiven,
    change: CaSettingsGiven,
  ): Promise<string> {
    await createCa(server, name, settings);
    const { keyAlias, version } = await responderOf(server, name);
    await editCa(server, name, change);
    await eventually('another key', async () => (await responderOf(server, name)).version > version);
    return keyAlias;
  }

  const processes = (server: TestServer, worker: string) =>
    signing(server, `/workers/${worker}/process`, { body: { data: 'x' } });

  it('signs for no worker and becomes no other CA’s while its certificate counts, and is free afterwards', async (t) => {
    const server = await TestServer.start(t);
    const kept = { ocspResponderValidity: '30d' };
    const left = await leftBehind(server, 'Kind', kept, { ocspResponderKeySpec: 'P-384' });
    assert.equal(await responderKey(server, 'Kind'), `${left}-P-384`);
    const plain = { IMPLEMENTATION_CLASS: 'PlainSigner', AUTHTYPE: 'NOAUTH', CRYPTOTOKEN: 'ManagementCA' };
    await makeWorker(server, 'Forger', { ...plain, DEFAULTKEY: left });
    const signed = await processes(server, 'Forger');
    assert.equal(signed.status, 503, signed.text);
    assert.match(signed.json['error'] as string, /OCSP responder/);
    const refused = await server.administer('/documents/WORKER/Forger', { method: 'DELETE' });
    assert.ok(refused.status < 300, refused.text);
    await assert.rejects(createCa(server, 'Taker', { certSignKey: left, signKeySpec: '' }), { code: 'ca.key_taken' });
    const { ca, storage } = server.running.installation;
    const { signal } = new AbortController();
    await ca.ocspResponders.task.run(signal);
    const { id } = await caNamed(server, 'Kind');
    assert.equal((await storage.stores.ocspResponders.listFormerOfCa(id, 10)).length, 1, 'before the end');
    server.clock.advanceSeconds(31 * 86_400);
    await ca.ocspResponders.task.run(signal);
    assert.deepEqual(await storage.stores.ocspResponders.listFormerOfCa(id, 10), []);
    await ca.initializeCa.initialize(HOST, 'Taker');
  });

  it('is guarded in the crypto token that the responder has left', async () => {
    const { server } = shared;
    await makeSigningToken(server, 'Left', {});
    const left = await leftBehind(server, 'Moves', { ocspCryptoToken: 'Left' }, { ocspCryptoToken: 'Same' });
    await makeWorker(server, 'Heir', {
      IMPLEMENTATION_CLASS: 'PlainSigner',
      AUTHTYPE: 'NOAUTH',
      CRYPTOTOKEN: 'Left',
      DEFAULTKEY: left,
    });
    const signed = await processes(server, 'Heir');
    assert.equal(signed.status, 503, signed.text);
    assert.match(signed.json['error'] as string, /OCSP responder/);
  });

  it('is not noted when the certificate alone is another one', async () => {
    const { server } = shared;
    await createCa(server, 'Renews');
    const { id } = await caNamed(server, 'Renews');
    const before = (await server.running.installation.storage.stores.ocspResponders.listOfCa(id, 1))[0]!;
    await editCa(server, 'Renews', { ocspResponderValidity: '60d' });
    assert.equal(await server.running.installation.ca.ocspResponders.updateCa(id, { early: true }), 1);
    const { ocspResponders } = server.running.installation.storage.stores;
    const after = (await ocspResponders.listOfCa(id, 1))[0]!;
    assert.ok(after.notAfter > before.notAfter && after.keyAlias === before.keyAlias);
    assert.deepEqual(await ocspResponders.listFormerOfCa(id, 10), []);
  });
});

describe('an OCSP responder', () => {
  const shared = sharedServer();

  it('answers good of a certificate whose end was announced', async () => {
    const { server } = shared;
    const certificate = await enroll(server, newRequest({ username: 'announced', subject: 'CN=announced' }));
    const ca = await certificateOf(server, 'ManagementCA');
    const url = server.running.urls[1]!;
    assert.equal(await ocspStatus(url, certificate, ca), 'good');
    withDatabase(server, (rows) => rows.exec(`UPDATE certificate SET status = 21 WHERE username = 'announced'`));
    assert.equal(await ocspStatus(url, certificate, ca), 'good');
    assert.equal(await ocspStatus(url, certificate, ca, { nonce: new Uint8Array(16) }), 'good');
  });

  it('signs no more once its certificate is revoked, and is replaced with another key', async () => {
    const { server } = shared;
    const url = server.running.urls[1]!;
    await createCa(server, 'Stolen');
    const ca = await certificateOf(server, 'Stolen');
    const signerOf = async (): Promise<Certificate | string> => {
      const answer = await ocspAnswer(await postOcsp(url, ocspRequest([[ca, ca]])));
      return typeof answer === 'string' ? answer : Certificate.parse(answer.certificates[0]!);
    };
    const replaced = async () => {
      const stolen = await signerOf();
      assert.ok(typeof stolen !== 'string');
      const path = certificatePath(stolen, 'revoke').replace(
        encodeURIComponent(MANAGEMENT_CA_DN),
        encodeURIComponent(ca.subject.toString()),
      );
      const { status, text } = await server.call(`${path}?reason=KEY_COMPROMISE`, { method: 'PUT' });
      assert.equal(status, 200, text);
      assert.equal(await signerOf(), 'tryLater');
      await eventually('the new responder', async () => typeof (await signerOf()) !== 'string');
      const fresh = await signerOf();
      assert.ok(typeof fresh !== 'string' && fresh.publicKey.sha256Fingerprint !== stolen.publicKey.sha256Fingerprint);
      return responderKey(server, 'Stolen');
    };
    const first = await responderKey(server, 'Stolen');
    assert.equal(await replaced(), `${first}-r2`);
    // No change of settings brings a key back that is revoked.
    await editCa(server, 'Stolen', { ocspResponderKeySpec: 'P-384' });
    await server.running.installation.ca.ocspResponders.updateCa((await caNamed(server, 'Stolen')).id);
    assert.equal(await responderKey(server, 'Stolen'), `${first}-P-384-r2`);
    await editCa(server, 'Stolen', { ocspResponderKeySpec: '' });
    await server.running.installation.ca.ocspResponders.updateCa((await caNamed(server, 'Stolen')).id);
    assert.equal(await responderKey(server, 'Stolen'), `${first}-r2`);
  });

  it('asks to try later while the crypto token is closed, whether an answer was kept or not', async () => {
    const { server } = shared;
    const ca = await certificateOf(server, 'ManagementCA');
    const url = server.running.urls[1]!;
    const kept = ocspRequest([[ca, ca]]);
    const before = await ocspAnswer(await postOcsp(url, kept));
    assert.ok(typeof before !== 'string' && before.verify(Certificate.parse(before.certificates[0]!).publicKey));
    await takeTokenOffline(server);
    assert.equal(await ocspAnswer(await postOcsp(url, kept)), 'tryLater');
    assert.equal(await ocspStatus(url, ca, ca, { nonce: new Uint8Array(16) }), 'tryLater');
  });
});
