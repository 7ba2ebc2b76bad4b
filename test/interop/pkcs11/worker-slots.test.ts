/** Workers that name a slot of a device themselves, as those of SignServer do: SoftHSM. */
import assert from 'node:assert/strict';
import { verify } from 'node:crypto';
import { existsSync } from 'node:fs';
import { kill } from 'node:process';
import { after, before, describe, it } from 'node:test';
import { formatPem } from '@sealwright/pki';
import { installPkcs11js } from '../../../scripts/install-pkcs11js.ts';
import { eventually } from '../../eventually.ts';
import { createCa } from '../../e2e/support/ca-setup.ts';
import { assertRefusal, sharedServer } from '../../e2e/support/ca-rest-setup.ts';
import { makeWorker, signing } from '../../e2e/support/setups/signing-setup.ts';
import { libraryProcesses } from './pkcs11-driver.ts';
import { SoftHsm } from '../programs/soft-hsm.ts';

const PIN = 'correct horse battery';
const P256 = { algorithm: 'EC', specification: 'P-256' };
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
  const process = (name: string) =>
    signing(shared.server, `/workers/${encodeURIComponent(name)}/process`, { body: { data: 'x' } });
  const remove = (name: string, alias: string) =>
    shared.server.administer(`/workers/${name}/keys/${encodeURIComponent(alias)}`, { method: 'DELETE' });
  const endLibrary = async () => {
    const pids = libraryProcesses();
    for (const pid of pids) kill(pid, 'SIGKILL');
    // The server, in this process, knows it when it has waited for them, and is to know it before it is asked for something.
    await eventually('their end', () => !pids.some((pid) => existsSync(`/proc/${pid}`)));
  };
  /** The other alias of a key: CKA_ID in hexadecimal. */
  const ckaIdOf = (alias: string) => {
    const keys = softHsm.tool(label, PIN, '--list-objects', '--type', 'privkey').split('Private Key Object');
    return /ID: +([0-9a-f]+)/.exec(keys.find((key) => new RegExp(`label: +${alias}\n`).test(key))!)![1]!;
  };
  const configure = async (name: string, properties: Record<string, string>, authenticationCode = PIN) => {
    const settings = { type: 'PKCS11CryptoToken', properties, autoActivation: true, authenticationCode };
    const path = `/documents/CRYPTOTOKEN/${encodeURIComponent(name)}`;
    const token = await shared.server.administer(path, { method: 'POST', body: { settings } });
    assert.equal(token.status, 201, token.text);
  };

  for (const className of ['PKCS11CryptoToken', 'P11NGCryptoToken']) {
    it(`makes keys in it and signs with them: ${className}`, async () => {
      const CRYPTOTOKEN_IMPLEMENTATION_CLASS = `org.signserver.server.cryptotokens.${className}`;
      const DEFAULTKEY = `key of ${className}`;
      await makeWorker(shared.server, className, { ...slot(), CRYPTOTOKEN_IMPLEMENTATION_CLASS, DEFAULTKEY });
      assert.equal((await process(className)).status, 503);
      const made = await post(`${className}/keys`, P256);
      assert.equal(made.status, 200, made.text);
      const answer = await process(className);
      assert.equal(answer.status, 200, answer.text);
      const publicKey = formatPem('PUBLIC KEY', Uint8Array.fromBase64(made.json['public_key'] as string));
      assert.ok(verify('sha256', Buffer.from('x'), publicKey, Buffer.from(answer.json['data'] as string, 'base64')));
      assert.equal((await post(`${className}/keys/${encodeURIComponent(DEFAULTKEY)}/test`)).status, 200);
      assert.equal((await post(`${className}/certificaterequest`)).status, 200);
    });
  }

  it('keeps the keys that other workers name in the same slot, by whichever alias', async () => {
    const own = { ...slot(), CRYPTOTOKEN_IMPLEMENTATION_CLASS: 'PKCS11CryptoToken', DEFAULTKEY: 'shared' };
    await makeWorker(shared.server, 'Sharing', own);
    assert.equal((await post('Sharing/keys', P256)).status, 200);
    const index = String(softHsm.slots().findIndex((each) => each.label === label));
    const beside = { ...own, SLOTLABELTYPE: 'SLOT_INDEX', SLOTLABELVALUE: index, DEFAULTKEY: 'another' };
    await makeWorker(shared.server, 'Beside', beside);
    for (const alias of ['shared', ckaIdOf('shared')])
      assertRefusal(await remove('Beside', alias), 409, /worker 'Sharing'/);
    await makeWorker(shared.server, 'Elsewhere', { ...own, SLOTLABELVALUE: softHsm.makeToken(PIN) });
    assert.equal((await post('Elsewhere/keys', P256)).status, 200);
    assert.equal((await post('Elsewhere/keys', { ...P256, alias: 'spare' })).status, 200);
    assert.equal((await remove('Elsewhere', 'spare')).status, 204);
    assert.equal((await process('Sharing')).status, 200);
  });

  it('leaves the slot to a crypto token that is configured for it later, and shows it no PIN', async () => {
    const own = { ...slot(), CRYPTOTOKEN_IMPLEMENTATION_CLASS: 'PKCS11CryptoToken', DEFAULTKEY: 'worker key' };
    await makeWorker(shared.server, 'First', own);
    assert.equal((await post('First/keys', P256)).status, 200);
    assert.equal((await process('First')).status, 200);
    await configure('Slot', softHsm.properties(label));
    await createCa(shared.server, 'In Slot', { cryptoToken: 'Slot', certSignKey: 'ca key' });
    const index = softHsm.slots().findIndex((each) => each.label === label);
    const byNumber = { SLOTLABELTYPE: 'SLOT_NUMBER', SLOTLABELVALUE: softHsm.slots()[index]!.id };
    const byIndex = { SLOTLABELTYPE: 'SLOT_INDEX', SLOTLABELVALUE: String(index) };
    const without = Object.fromEntries(Object.entries(own).filter(([property]) => property !== 'PIN'));
    await makeWorker(shared.server, 'Thief', { ...own, ...byIndex, DEFAULTKEY: 'ca key' });
    await makeWorker(shared.server, 'Guesser', { ...without, ...byNumber });
    for (const name of ['First', 'Thief']) {
      const refused = await process(name);
      assert.deepEqual([refused.status, refused.json['error']], [503, 'Crypto Token not available']);
    }
    assert.equal((await shared.server.administer('/workers/First/keys')).json['state'], 'offline');
    for (const code of ['1111', '2222', '3333', '4444', PIN])
      assertRefusal(await post('Guesser/activate', { authentication_code: code }), 409, /SLOTLABELVALUE.*CRYPTOTOKEN/);
    assert.equal((await remove('Thief', 'ca key')).status, 503);
    // Nobody's PIN was counted as wrong: the token's own is not kept waiting.
    const opened = await shared.server.call('/v1/cryptotoken/Slot/activate', {
      method: 'PUT',
      body: { activation_code: PIN },
    });
    assert.equal(opened.status, 200, opened.text);
  });

  it('shows its PIN to no other slot that has come to its place, when the library is loaded again', async () => {
    const pins = new Map([PIN, 'another PIN'].map((pin) => [softHsm.makeToken(pin), pin]));
    // A process that has the library by now knows the slots in another order.
    await endLibrary();
    const labels = softHsm.slots().map((each) => each.label);
    const [own] = [...pins.keys()].toSorted((a, b) => labels.indexOf(a) - labels.indexOf(b)) as [string, string];
    // The slot that will be in place of the worker's once that is gone.
    const after = labels[labels.indexOf(own) + 1]!;
    await configure('Next', softHsm.properties(after), pins.get(after) ?? PIN);
    await makeWorker(shared.server, 'Moved', {
      ...slot(),
      CRYPTOTOKEN_IMPLEMENTATION_CLASS: 'PKCS11CryptoToken',
      SLOTLABELTYPE: 'SLOT_INDEX',
      SLOTLABELVALUE: String(labels.indexOf(own)),
      PIN: pins.get(own)!,
      DEFAULTKEY: 'key',
    });
    assert.equal((await post('Moved/keys', P256)).status, 200);
    assert.equal((await process('Moved')).status, 200);
    const putBack = softHsm.takeOut(own);
    await endLibrary();
    const refused = await process('Moved');
    assert.deepEqual([refused.status, refused.json['error']], [503, 'Crypto Token not available']);
    assert.equal((await shared.server.administer('/workers/Moved/keys')).json['state'], 'offline');
    putBack();
    await endLibrary();
    // The device has refused no code, so the worker goes on by itself.
    assert.equal((await process('Moved')).status, 200);
    assert.equal((await shared.server.administer('/workers/Moved/keys')).json['state'], 'active');
  });

  it('signs with no key of a CA, whatever the crypto token and the alias, and removes none', async () => {
    await configure('Slot again', softHsm.properties(label));
    for (const [index, [CRYPTOTOKEN, DEFAULTKEY]] of [
      ['Slot', ckaIdOf('ca key')],
      ['Slot again', 'ca key'],
      ['Slot again', ckaIdOf('ca key')],
    ].entries()) {
      const plain = { IMPLEMENTATION_CLASS: 'PlainSigner', AUTHTYPE: 'NOAUTH' };
      const name = `Through ${index}`;
      await makeWorker(shared.server, name, { ...plain, CRYPTOTOKEN: CRYPTOTOKEN!, DEFAULTKEY: DEFAULTKEY! });
      const refused = await process(name);
      assert.equal(refused.status, 503);
      assert.match(refused.json['error'] as string, /certification authority/);
      assertRefusal(await post(`${encodeURIComponent(name)}/certificaterequest`), 409, /no key of its own/);
      const target = `/v1/cryptotoken/${encodeURIComponent(CRYPTOTOKEN!)}/${encodeURIComponent(DEFAULTKEY!)}/removekeys`;
      assert.equal((await shared.server.call(target, { method: 'POST' })).status, 422);
    }
    assert.notEqual(ckaIdOf('ca key'), '');
  });

  it('loads no library but those that the operator allows, and shows a wrong PIN once', async () => {
    const another = { ...slot(), SLOTLABELVALUE: softHsm.makeToken(PIN) };
    const own = { ...another, CRYPTOTOKEN_IMPLEMENTATION_CLASS: 'PKCS11CryptoToken', DEFAULTKEY: 'key' };
    await makeWorker(shared.server, 'Other', { ...own, SHAREDLIBRARYNAME: '/usr/lib/other.so' });
    assert.equal((await process('Other')).status, 503);
    assertRefusal(await post('Other/activate', { authentication_code: PIN }), 422, /not among those/);
    await makeWorker(shared.server, 'Wrong', { ...own, PIN: 'wrong' });
    for (let times = 0; times < 5; times++) assert.equal((await process('Wrong')).status, 503);
    // SoftHSM locks nothing; that the right one is taken shows that no more were counted than one.
    const settings = { properties: { ...own, PIN } };
    const changed = await shared.server.administer('/documents/WORKER/Wrong', { method: 'PUT', body: { settings } });
    assert.equal(changed.status, 200, changed.text);
    assert.equal((await post('Wrong/keys', P256)).status, 200);
    assert.equal((await process('Wrong')).status, 200);
    const moved = { properties: { ...own, PIN: '_MASKED_', SLOTLABELVALUE: 'another' } };
    const answer = await shared.server.administer('/documents/WORKER/Wrong', {
      method: 'PUT',
      body: { settings: moved },
    });
    assertRefusal(answer, 400, /Give PIN again/);
  });
});
