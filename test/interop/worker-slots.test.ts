/** Workers that name a slot of a device themselves, as those of SignServer do: SoftHSM. */
import assert from 'node:assert/strict';
import { verify } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { formatPem } from '@sealwright/pki';
import { installPkcs11js } from '../../scripts/install-pkcs11js.ts';
import { createCa } from '../e2e/ca-setup.ts';
import { assertRefusal, sharedServer } from '../e2e/ca-rest-setup.ts';
import { makeWorker, signing } from '../e2e/signing-setup.ts';
import { SoftHsm } from './soft-hsm.ts';

const PIN = 'correct horse battery';
const softHsm = new SoftHsm();
after(() => softHsm.remove());

describe('a worker with a slot of a device', () => {
  const shared = sharedServer(
    { pkcs11: { libraries: [softHsm.library], binding: installPkcs11js(), callTimeoutMs: 10_000 } },
    { environment: softHsm.environment },
  );
  let label: string;
  before(() => {
    label = softHsm.makeToken(PIN);
  });
  const slot = () => ({
    IMPLEMENTATION_CLASS: 'PlainSigner',
    AUTHTYPE: 'NOAUTH',
    SHAREDLIBRARYNAME: 'libsofthsm2',
    SLOTLABELTYPE: 'SLOT_LABEL',
    SLOTLABELVALUE: label,
    PIN,
  });
  const post = (target: string, body: object = {}) =>
    shared.server.administer(`/workers/${target}`, { method: 'POST', body });
  const process = (name: string) => signing(shared.server, `/workers/${name}/process`, { body: { data: 'x' } });

  for (const className of ['PKCS11CryptoToken', 'P11NGCryptoToken']) {
    it(`makes keys in it and signs with them: ${className}`, async () => {
      const CRYPTOTOKEN_IMPLEMENTATION_CLASS = `org.signserver.server.cryptotokens.${className}`;
      const DEFAULTKEY = `key of ${className}`;
      await makeWorker(shared.server, className, { ...slot(), CRYPTOTOKEN_IMPLEMENTATION_CLASS, DEFAULTKEY });
      assert.equal((await process(className)).status, 503);
      const made = await post(`${className}/keys`, { algorithm: 'EC', specification: 'P-256' });
      assert.equal(made.status, 200, made.text);
      const answer = await process(className);
      assert.equal(answer.status, 200, answer.text);
      const publicKey = formatPem('PUBLIC KEY', Uint8Array.fromBase64(made.json['public_key'] as string));
      assert.ok(verify('sha256', Buffer.from('x'), publicKey, Buffer.from(answer.json['data'] as string, 'base64')));
      assert.equal((await post(`${className}/keys/${encodeURIComponent(DEFAULTKEY)}/test`)).status, 200);
      assert.equal((await post(`${className}/certificaterequest`)).status, 200);
    });
  }

  it('signs with no key of a CA in the same slot', async () => {
    const { server } = shared;
    const properties = softHsm.properties(label);
    const settings = { type: 'PKCS11CryptoToken', properties, autoActivation: true, authenticationCode: PIN };
    const token = await server.administer('/documents/CRYPTOTOKEN/Slot', { method: 'POST', body: { settings } });
    assert.equal(token.status, 201, token.text);
    await createCa(server, 'In Slot', { cryptoToken: 'Slot', certSignKey: 'ca key' });
    const own = { ...slot(), CRYPTOTOKEN_IMPLEMENTATION_CLASS: 'PKCS11CryptoToken', DEFAULTKEY: 'ca key' };
    await makeWorker(server, 'Thief', own);
    const refused = await process('Thief');
    assert.equal(refused.status, 503);
    assert.match(refused.json['error'] as string, /certification authority/);
    assertRefusal(await post('Thief/certificaterequest'), 409, /no key of its own/);
    const removal = await shared.server.administer('/workers/Thief/keys/ca%20key', { method: 'DELETE' });
    assertRefusal(removal, 409, /certification authority/);
  });

  it('loads no library but those that the operator allows, and shows a wrong PIN once', async () => {
    const own = { ...slot(), CRYPTOTOKEN_IMPLEMENTATION_CLASS: 'PKCS11CryptoToken', DEFAULTKEY: 'key' };
    await makeWorker(shared.server, 'Other', { ...own, SHAREDLIBRARYNAME: '/usr/lib/other.so' });
    assert.equal((await process('Other')).status, 503);
    assertRefusal(await post('Other/activate', { authentication_code: PIN }), 422, /not among those/);
    await makeWorker(shared.server, 'Wrong', { ...own, PIN: 'wrong' });
    for (let times = 0; times < 5; times++) assert.equal((await process('Wrong')).status, 503);
    // SoftHSM locks nothing; that the right one is taken shows that no more were counted than one.
    const settings = { properties: { ...own, PIN } };
    const changed = await shared.server.administer('/documents/WORKER/Wrong', { method: 'PUT', body: { settings } });
    assert.equal(changed.status, 200, changed.text);
    assert.equal((await post('Wrong/keys', { algorithm: 'EC', specification: 'P-256' })).status, 200);
    assert.equal((await process('Wrong')).status, 200);
    const moved = { properties: { ...own, PIN: '_MASKED_', SLOTLABELVALUE: 'another' } };
    const answer = await shared.server.administer('/documents/WORKER/Wrong', {
      method: 'PUT',
      body: { settings: moved },
    });
    assertRefusal(answer, 400, /Give PIN again/);
  });
});
