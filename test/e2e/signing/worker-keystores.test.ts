/** Workers that describe their crypto token themselves, as those of SignServer do. */
import assert from 'node:assert/strict';
import { createPublicKey, type KeyObject, randomBytes, verify, X509Certificate } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { writePkcs12 } from '@sealwright/pki';
import { makeKeystore } from '../../../packages/pki/test/keystores.ts';
import { TestCa, type TestIdentity } from '../../pki/test-pki.ts';
import { auditRows, detailsOf } from '../support/audit-records.ts';
import { assertRefusal, sharedServer } from '../support/ca-rest-setup.ts';
import { caSettings } from '../support/ca-setup.ts';
import { newOfficer } from '../support/officers.ts';
import { withDatabase } from '../support/installations/server-database.ts';
import { signing } from '../support/setups/signing-setup.ts';
import { type Answer, TestServer } from '../support/test-server.ts';

const FIXTURES = new URL('../../../packages/pki/src/keystore/fixtures/', import.meta.url);
const PASSWORD = 'the keystore of a worker';
const PLAIN = { IMPLEMENTATION_CLASS: 'org.signserver.module.cmssigner.PlainSigner', AUTHTYPE: 'NOAUTH' };
const P12 = {
  ...PLAIN,
  CRYPTOTOKEN_IMPLEMENTATION_CLASS: 'org.signserver.server.cryptotokens.P12CryptoToken',
  KEYSTOREPASSWORD: PASSWORD,
};
const INTERNAL = {
  ...PLAIN,
  CRYPTOTOKEN_IMPLEMENTATION_CLASS: 'org.signserver.server.cryptotokens.KeystoreCryptoToken',
  KEYSTORETYPE: 'INTERNAL',
  KEYSTOREPASSWORD: PASSWORD,
};

const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-keystores-'));
const elsewhere = mkdtempSync(path.join(tmpdir(), 'sealwright-elsewhere-'));
after(() => {
  for (const each of [directory, elsewhere]) rmSync(each, { recursive: true, force: true });
});
const inDirectory = (name: string) => path.join(directory, name);

const ca = TestCa.root('CN=Keystores');

/** A keystore with a key of that alias, its certificate and that above it. */
function keystoreOf({ certificate, privateKey }: TestIdentity, friendlyName: string, password = PASSWORD) {
  return writePkcs12({
    friendlyName,
    privateKey: new Uint8Array(privateKey.export({ format: 'der', type: 'pkcs8' })),
    certificate: certificate.der,
    chain: [ca.certificate.der],
    password,
    random: (count) => new Uint8Array(randomBytes(count)),
    iterations: 1000,
  });
}

/** Writes one with a new key, and gives the public key. */
async function writeKeystore(file: string, name: string, password = PASSWORD): Promise<KeyObject> {
  const identity = ca.issue({ subject: `CN=${name}` });
  writeFileSync(file, await keystoreOf(identity, name, password));
  return createPublicKey(identity.privateKey);
}

function workersOf(shared: { readonly server: TestServer }) {
  const administer = (name: string, method: 'POST' | 'PUT', properties: Record<string, string>, options = {}) =>
    shared.server.administer(`/documents/WORKER/${name}`, { method, body: { settings: { properties } }, ...options });
  return {
    create: async (name: string, properties: Record<string, string>) => {
      const answer = await administer(name, 'POST', properties);
      assert.equal(answer.status, 201, answer.text);
    },
    change: (name: string, properties: Record<string, string>) => administer(name, 'PUT', properties),
    administer,
    post: (target: string, body: object = {}) =>
      shared.server.administer(`/workers/${target}`, { method: 'POST', body }),
    process: (name: string, metaData = {}): Promise<Answer> =>
      signing(shared.server, `/workers/${name}/process`, { body: { data: 'x', metaData } }),
  };
}

/** Asserts that an answer has a signature by the key. */
function assertSignedBy(answer: Answer, key: KeyObject | undefined): void {
  assert.equal(answer.status, 200, answer.text);
  assert.ok(verify('sha256', Buffer.from('x'), key!, Buffer.from(answer.json['data'] as string, 'base64')));
}

function signerOf({ json }: Answer): X509Certificate {
  return new X509Certificate(Buffer.from(json['signerCertificate'] as string, 'base64'));
}

describe('a worker with a keystore file', () => {
  const shared = sharedServer({ keystoreDirectories: [directory] });
  const { administer, change, create, post, process } = workersOf(shared);

  it('signs with the key of its DEFAULTKEY, whatever its letter case, and with the certificates beside it', async () => {
    const key = await writeKeystore(inDirectory('two.p12'), 'First');
    const properties = { ...P12, KEYSTOREPATH: inDirectory('two.p12'), DEFAULTKEY: 'first' };
    await create('Two', properties);
    const answer = await process('Two');
    assertSignedBy(answer, key);
    assert.equal(signerOf(answer).subject, 'CN=First');
    await create('Message', { ...properties, IMPLEMENTATION_CLASS: 'CMSSigner' });
    assert.equal((await process('Message')).status, 200);
    await create('Unknown', { ...properties, DEFAULTKEY: 'second' });
    assert.equal((await process('Unknown')).status, 503);
  });

  it('needs no DEFAULTKEY when there is one key', async () => {
    const key = await writeKeystore(inDirectory('one.p12'), 'only');
    await create('One', {
      ...PLAIN,
      CRYPTOTOKEN_IMPLEMENTATION_CLASS: 'org.signserver.server.cryptotokens.KeystoreCryptoToken',
      KEYSTORETYPE: 'PKCS12',
      KEYSTOREPASSWORD: PASSWORD,
      KEYSTOREPATH: inDirectory('one.p12'),
    });
    assertSignedBy(await process('One'), key);
  });

  it('reads keystores of Java', async () => {
    const java = { ...P12, KEYSTOREPASSWORD: 'foo123', DEFAULTKEY: 'fixture', CHECKCERTVALIDITY: 'FALSE' };
    copyFileSync(new URL('jdk17-jks.jks', FIXTURES), inDirectory('java.jks'));
    await create('Java', {
      ...java,
      CRYPTOTOKEN_IMPLEMENTATION_CLASS: 'org.signserver.server.cryptotokens.JKSCryptoToken',
      KEYSTOREPATH: inDirectory('java.jks'),
    });
    const answer = await process('Java');
    assertSignedBy(answer, signerOf(answer).publicKey);
  });

  it('is behind a crypto worker that others name', async () => {
    const key = await writeKeystore(inDirectory('shared.p12'), 'shared');
    await create('Crypto', {
      IMPLEMENTATION_CLASS: 'org.signserver.server.signers.CryptoWorker',
      CRYPTOTOKEN_IMPLEMENTATION_CLASS: 'P12CryptoToken',
      KEYSTOREPASSWORD: PASSWORD,
      KEYSTOREPATH: inDirectory('shared.p12'),
      DEFAULTKEY: 'shared',
    });
    await create('Through', { ...PLAIN, CRYPTOTOKEN: 'Crypto' });
    assertSignedBy(await process('Through'), key);
    const listed = await shared.server.administer('/workers/Through/keys');
    assert.equal(listed.status, 200, listed.text);
    assert.equal(listed.json['state'], 'active');
    assert.deepEqual(
      (listed.json['keys'] as { alias: string }[]).map(({ alias }) => alias),
      ['shared'],
    );
    assert.deepEqual((await post('Through/keys/shared/test')).json, { passed: true });
    assertRefusal(
      await post('Through/keys', { alias: 'new', algorithm: 'EC', specification: 'P-256' }),
      422,
      /only read/,
    );
  });

  it('opens a keystore of 24 keys at 51,200 iterations each, and signs with the one that is named', async () => {
    const issued = Array.from({ length: 24 }, (_, index) => ca.issue({ subject: `CN=key ${index}` }));
    const entries = issued.map(({ certificate, privateKey }, index) => ({
      friendlyName: `key ${index}`,
      privateKey: new Uint8Array(privateKey.export({ format: 'der', type: 'pkcs8' })),
      certificate: certificate.der,
    }));
    writeFileSync(inDirectory('many.p12'), await makeKeystore(entries, { password: PASSWORD, iterations: 51_200 }));
    await create('Many', { ...P12, KEYSTOREPATH: inDirectory('many.p12'), DEFAULTKEY: 'key 17' });
    assertSignedBy(await process('Many'), createPublicKey(issued[17]!.privateKey));
    const { json } = await shared.server.administer('/workers/Many/keys');
    assert.equal((json['keys'] as unknown[]).length, 24);
  });

  it('signs with no key that stands beside the certificate of another', async () => {
    const [mine, other] = [ca.issue({ subject: 'CN=mine' }), ca.issue({ subject: 'CN=other' })];
    const privateKey = new Uint8Array(mine.privateKey.export({ format: 'der', type: 'pkcs8' }));
    const entry = { friendlyName: 'key', privateKey, certificate: other.certificate.der };
    writeFileSync(inDirectory('mixed.p12'), await makeKeystore([entry], { password: PASSWORD, iterations: 1000 }));
    await create('Mixed', { ...P12, KEYSTOREPATH: inDirectory('mixed.p12'), DEFAULTKEY: 'key' });
    assert.equal((await process('Mixed')).status, 503);
    const status = await shared.server.administer('/workers/Mixed/status');
    assert.match(status.text, /the certificate stored with the key 'key' belongs to another key/);
  });

  it('finds the key of its DEFAULTKEY among keys without certificates', async () => {
    const issued = Array.from({ length: 3 }, (_, index) => ca.issue({ subject: `CN=bare ${index}` }));
    const entries = issued.map(({ privateKey }, index) => ({
      friendlyName: `bare ${index}`,
      privateKey: new Uint8Array(privateKey.export({ format: 'der', type: 'pkcs8' })),
    }));
    writeFileSync(inDirectory('bare.p12'), await makeKeystore(entries, { password: PASSWORD, iterations: 1000 }));
    await create('Bare', { ...P12, KEYSTOREPATH: inDirectory('bare.p12'), DEFAULTKEY: 'bare 1' });
    const { json } = await shared.server.administer('/workers/Bare/keys');
    assert.deepEqual(
      (json['keys'] as { alias: string }[]).map(({ alias }) => alias),
      ['bare 0', 'bare 1', 'bare 2'],
    );
    assertSignedBy(await process('Bare'), createPublicKey(issued[1]!.privateKey));
  });

  it('lists a thousand keys that would take forever to decrypt, and says in its status which one it cannot use', async () => {
    const { certificate } = ca.issue({ subject: 'CN=hostile' });
    const entries = Array.from({ length: 1000 }, (_, index) => ({
      friendlyName: `key ${index}`,
      certificate: certificate.der,
    }));
    writeFileSync(inDirectory('hostile.p12'), await makeKeystore(entries, { password: PASSWORD, iterations: 1000 }));
    await create('Hostile', { ...P12, KEYSTOREPATH: inDirectory('hostile.p12'), DEFAULTKEY: 'key 7' });
    const listed = await shared.server.administer('/workers/Hostile/keys');
    assert.equal((listed.json['keys'] as unknown[]).length, 1000, listed.text);
    const answer = await process('Hostile');
    assert.equal(answer.status, 503);
    assert.equal(answer.json['error'], 'Crypto Token not available');
    const reason = /The keystore cannot be read: the key 'key 7' in it: deriving a key asks for 2147483647 iterations/;
    assert.match(shared.server.log.join('\n'), reason);
    const status = await shared.server.administer('/workers/Hostile/status');
    assert.equal(status.json['state'], 'offline', status.text);
    assert.match(status.text, reason);
  });

  it('reads the file again when it has changed and the configuration is looked at again', async () => {
    const [file, properties] = [inDirectory('changed.p12'), { ...P12, DEFAULTKEY: 'key' }];
    const before = await writeKeystore(file, 'key');
    await create('Changed', { ...properties, KEYSTOREPATH: file });
    assertSignedBy(await process('Changed'), before);
    const afterwards = await writeKeystore(file, 'key');
    const reload = await shared.server.administer('/documents/WORKER/Changed');
    assert.equal(reload.status, 200);
    await create('Something else', PLAIN);
    assertSignedBy(await process('Changed'), afterwards);
  });

  it('without its password is activated, and comes to rest again', async () => {
    const { KEYSTOREPASSWORD: _, ...without } = P12;
    const key = await writeKeystore(inDirectory('closed.p12'), 'key');
    await create('Closed', { ...without, KEYSTOREPATH: inDirectory('closed.p12'), DEFAULTKEY: 'key' });
    const closed = await process('Closed');
    assert.deepEqual([closed.status, closed.json['error']], [503, 'Crypto Token not available']);
    assertRefusal(await post('Closed/activate', { authentication_code: 'wrong' }), 400, /Invalid activation code/);
    assert.equal((await post('Closed/activate', { authentication_code: PASSWORD })).status, 204);
    assertSignedBy(await process('Closed'), key);
    assert.equal((await post('Closed/deactivate')).status, 204);
    assert.equal((await process('Closed')).status, 503);
  });

  it('with a wrong password is not available, until the password or the file is another', async () => {
    const file = inDirectory('wrong.p12');
    await writeKeystore(file, 'key', 'another password');
    const properties = { ...P12, KEYSTOREPATH: file, DEFAULTKEY: 'key' };
    await create('Wrong', properties);
    assert.equal((await process('Wrong')).status, 503);
    assert.equal((await change('Wrong', { ...properties, KEYSTOREPASSWORD: 'another password' })).status, 200);
    assert.equal((await process('Wrong')).status, 200);
  });

  it('tells administrators why its keystore does not open, each time they ask', async () => {
    const { KEYSTOREPASSWORD: _, ...without } = P12;
    await writeKeystore(inDirectory('other.p12'), 'key', 'another password');
    writeFileSync(inDirectory('garbage.p12'), 'no keystore');
    for (const [name, properties, reason] of [
      ['Unopened', { ...without, KEYSTOREPATH: inDirectory('other.p12') }, /'Unopened' is not active\. Activate it\.$/],
      ['Misjudged', { ...P12, KEYSTOREPATH: inDirectory('other.p12') }, /does not open: Invalid activation code$/],
      ['Garbled', { ...P12, KEYSTOREPATH: inDirectory('garbage.p12') }, /does not open: The keystore cannot be read: /],
      ['Missing', { ...P12, KEYSTOREPATH: inDirectory('nothing.p12') }, /does not open: The keystore cannot be read: /],
      ['Forbidden', { ...P12, KEYSTOREPATH: '/etc/a.p12' }, /does not open: .*\(--keystore-directory\)\.$/],
      ['Tokenless', { ...PLAIN, CRYPTOTOKEN: 'Nothing' }, /^There is no crypto token 'Nothing'\.$/],
    ] as const) {
      await create(name, properties);
      for (let asked = 0; asked < 2; asked++) {
        const { json } = await shared.server.administer(`/workers/${name}/status`);
        assert.equal(json['state'], 'offline', name);
        assert.match((json['problems'] as { message: string }[])[0]?.message ?? '', reason);
      }
      const answer = await process(name);
      assert.deepEqual([answer.status, answer.json['error']], [503, 'Crypto Token not available']);
      if (name === 'Tokenless') continue;
      const keys = await shared.server.administer(`/workers/${name}/keys`);
      assert.deepEqual([keys.json['state'], keys.json['keys']], ['offline', []], name);
      assert.match(keys.json['problem'] as string, reason);
    }
  });

  it('is closed when its password is taken away or made wrong, and by nothing else that changes', async () => {
    const key = await writeKeystore(inDirectory('taken.p12'), 'key');
    const properties = { ...P12, KEYSTOREPATH: inDirectory('taken.p12'), DEFAULTKEY: 'key' };
    const { KEYSTOREPASSWORD: _, ...without } = properties;
    const put = async (changed: Record<string, string>) =>
      assert.equal((await change('Taken', changed)).status, 200, JSON.stringify(changed));
    await create('Taken', properties);
    assertSignedBy(await process('Taken'), key);
    for (const changed of [without, { ...properties, KEYSTOREPASSWORD: 'wrong' }]) {
      await put(changed);
      const closed = await process('Taken');
      assert.deepEqual([closed.status, closed.json['error']], [503, 'Crypto Token not available']);
      assert.equal((await shared.server.administer('/workers/Taken/keys')).json['state'], 'offline');
      await put(properties);
      assertSignedBy(await process('Taken'), key);
    }
    await put(without);
    assert.equal((await post('Taken/activate', { authentication_code: PASSWORD })).status, 204);
    await put({ ...without, DISABLEKEYUSAGECOUNTER: 'TRUE' });
    assertSignedBy(await process('Taken'), key);
  });

  it('without DEFAULTKEY is not available either as long as nobody can say which key it has', async () => {
    const { KEYSTOREPASSWORD: _, ...without } = P12;
    const [file, data] = [inDirectory('unnamed.p12'), inDirectory('unnamed-data.p12')];
    const key = await writeKeystore(file, 'key');
    await writeKeystore(data, 'key');
    const internal = { ...without, CRYPTOTOKEN_IMPLEMENTATION_CLASS: 'KeystoreInConfigCryptoToken' };
    for (const [name, properties] of [
      ['Unnamed', { ...without, KEYSTOREPATH: file }],
      ['Unnamed-wrong', { ...P12, KEYSTOREPATH: file, KEYSTOREPASSWORD: 'wrong' }],
      ['Unnamed-none', { ...P12, KEYSTOREPATH: inDirectory('nothing.p12') }],
      ['Unnamed-data', { ...internal, KEYDATA: readFileSync(data, 'base64') }],
      ['Unnamed-empty', internal],
    ] as const) {
      await create(name, properties);
      const { status, json } = await process(name);
      assert.deepEqual([status, json['error']], [503, 'Crypto Token not available'], name);
    }
    assert.equal((await post('Unnamed/activate', { authentication_code: PASSWORD })).status, 204);
    assertSignedBy(await process('Unnamed'), key);
    assert.equal((await post('Unnamed/deactivate')).status, 204);
    assert.equal((await process('Unnamed')).status, 503);
    await create('Unnamed-opened', { ...internal, KEYSTOREPASSWORD: PASSWORD });
    const nothing = await process('Unnamed-opened');
    assert.equal(nothing.status, 500, nothing.text);
    assert.match(nothing.json['error'] as string, /Worker is misconfigured$/);
  });

  it('names no file outside of the directories, and learns nothing of what is there', async () => {
    await writeKeystore(path.join(elsewhere, 'secret.p12'), 'key');
    symlinkSync(path.join(elsewhere, 'secret.p12'), inDirectory('link.p12'));
    symlinkSync(elsewhere, inDirectory('way-out'));
    mkdirSync(inDirectory('directory.p12'));
    const texts: unknown[] = [];
    for (const [index, file] of [
      path.join(elsewhere, 'secret.p12'),
      path.join(elsewhere, 'nothing.p12'),
      `${directory}/../${path.basename(elsewhere)}/secret.p12`,
      inDirectory('link.p12'),
      inDirectory('way-out/secret.p12'),
      '/etc/passwd',
    ].entries()) {
      await create(`Outside-${index}`, { ...P12, KEYSTOREPATH: file, DEFAULTKEY: 'key' });
      const answer = await process(`Outside-${index}`);
      assert.equal(answer.status, 503, answer.text);
      texts.push(answer.json['error']);
      const activation = await post(`Outside-${index}/activate`, { authentication_code: PASSWORD });
      assertRefusal(activation, 422, /is in none of the directories that this server may read/);
    }
    assert.deepEqual(new Set(texts), new Set(['Crypto Token not available']));
    for (const [name, problem] of [
      ['directory.p12', /it is not a file/],
      ['none.p12', /there is no such file/],
    ] as const) {
      await create(name, { ...P12, KEYSTOREPATH: inDirectory(name) });
      assertRefusal(await post(`${name}/activate`, { authentication_code: PASSWORD }), 503, problem);
    }
    writeFileSync(inDirectory('large.p12'), new Uint8Array(1024 * 1024 + 1));
    await create('large', { ...P12, KEYSTOREPATH: inDirectory('large.p12') });
    assertRefusal(await post('large/activate', { authentication_code: PASSWORD }), 503, /more than 1048576 octets/);
  });

  it('signs with no key of a CA that is in the keystore, too, and no CA takes the key of a keystore that has signed', async () => {
    const { installation } = shared.server.running;
    const bring = (name: string, file: string) =>
      installation.ca.importCaWithKeys.import(
        { kind: 'host' },
        name,
        { cryptoToken: 'ManagementCA', certSignKey: name },
        { kind: 'keystore', octets: new Uint8Array(readFileSync(inDirectory(file))), password: PASSWORD },
      );
    for (const name of ['Signs', 'Rules']) {
      writeFileSync(inDirectory(`${name}.p12`), await keystoreOf(TestCa.root(`CN=${name}`), name));
      await create(name, { ...P12, KEYSTOREPATH: inDirectory(`${name}.p12`) });
    }
    assert.equal((await process('Signs')).status, 200);
    await assert.rejects(bring('Signs', 'Signs.p12'), { code: 'ca.key_signs_documents' });
    await bring('Rules', 'Rules.p12');
    const refused = await process('Rules');
    assert.equal(refused.status, 503);
    assert.match(refused.json['error'] as string, /certification authority/);
  });

  it('signs with no key of a CA that is not initialised', async () => {
    const { installation } = shared.server.running;
    writeFileSync(inDirectory('begins.p12'), await keystoreOf(TestCa.root('CN=Begins'), 'Begins'));
    const settings = { cryptoToken: 'ManagementCA', certSignKey: 'Begins' };
    const octets = new Uint8Array(readFileSync(inDirectory('begins.p12')));
    const source = { kind: 'keystore', octets, password: PASSWORD } as const;
    await installation.ca.importCaWithKeys.import({ kind: 'host' }, 'Begins', settings, source);
    // The key stays without the CA.
    await installation.ca.caActivation.deactivate({ kind: 'host' }, 'Begins');
    assert.equal((await shared.server.administer('/documents/CA/Begins', { method: 'DELETE' })).status, 200);
    await create('Begins', { ...P12, KEYSTOREPATH: inDirectory('begins.p12') });
    const document = await shared.server.administer('/documents/CA/Begins', {
      method: 'POST',
      body: { settings: caSettings('Begins', settings) },
    });
    assert.equal(document.status, 201, document.text);
    const refused = await process('Begins');
    assert.equal(refused.status, 503, refused.text);
    assert.match(refused.json['error'] as string, /certification authority/);
  });

  it('shows its password to nobody', async () => {
    const answer = await shared.server.administer('/documents/WORKER/Two');
    assert.equal(answer.status, 200);
    const seen = [answer.text, ...shared.server.log, JSON.stringify(auditRows(shared.server))].join('\n');
    assert.ok(!seen.includes(PASSWORD));
    const moved = { ...P12, KEYSTOREPASSWORD: '_MASKED_', KEYSTOREPATH: inDirectory('one.p12') };
    assertRefusal(await change('Two', moved), 400, /Give KEYSTOREPASSWORD again/);
  });

  it('says what is wrong with its description, and callers who may not configure workers use none', async () => {
    await create('Bad', { ...PLAIN, CRYPTOTOKEN_IMPLEMENTATION_CLASS: 'AzureKeyVaultCryptoToken', DEFAULTKEY: 'x' });
    assert.equal((await process('Bad')).status, 500);
    const as = await newOfficer(shared.server, 'auditor of workers', { '/signing/view/': 'ALLOW' });
    assertRefusal(await administer('Mine', 'POST', P12, { as }), 403, /./);
    for (const target of ['Two/keys/first/test', 'Two/deactivate'])
      assertRefusal(await shared.server.administer(`/workers/${target}`, { method: 'POST', body: {}, as }), 403, /./);
  });
});

describe('a worker with its keys in its own record', () => {
  const shared = sharedServer({ keystoreDirectories: [directory] });
  const { change, create, post, process } = workersOf(shared);

  it('makes them, as its properties say, and requests certificates for them', async () => {
    await create('Own', {
      ...INTERNAL,
      DEFAULTKEY: 'first',
      KEYALG: 'ECDSA',
      KEYSPEC: 'P-256',
      KEYGENERATIONLIMIT: '2',
    });
    assert.equal((await process('Own')).status, 503);
    const made = await post('Own/keys');
    assert.equal(made.status, 200, made.text);
    assert.equal(made.json['alias'], 'first');
    assert.equal((await process('Own')).status, 200);
    const rsa = await post('Own/keys', { alias: 'second', algorithm: 'RSA', specification: '2048 exp 65537' });
    assert.equal(rsa.json['specification'], '2048', rsa.text);
    assertRefusal(await post('Own/keys', { alias: 'third' }), 422, /no more than 2 key pairs/);
    assert.equal((await post('Own/certificaterequest', { key_alias: 'second' })).status, 200);
    assertRefusal(await shared.server.administer('/workers/Own/keys/first', { method: 'DELETE' }), 409, /used by/);
    assert.equal((await shared.server.administer('/workers/Own/keys/second', { method: 'DELETE' })).status, 204);
    const certified = await post('Own/certificate', {
      ca: 'ManagementCA',
      certificate_profile: 'Signer',
      end_entity_profile: 'Signer',
    });
    assert.equal(certified.status, 204, certified.text);
    assert.equal(signerOf(await process('Own')).subject, 'CN=Own');
    const events = auditRows(shared.server).map(({ event }) => event);
    assert.ok(events.includes('CRYPTOTOKEN_GEN_KEYPAIR') && events.includes('CRYPTOTOKEN_DELETE_ENTRY'));
  });

  it('keeps them when its password changes, and loses none by a change of its description', async () => {
    await create('Kept', { ...INTERNAL, DEFAULTKEY: 'key' });
    await post('Kept/keys', { algorithm: 'EC', specification: 'P-256' });
    const signed = await process('Kept');
    assert.equal(signed.status, 200);
    const changed = await change('Kept', { ...INTERNAL, DEFAULTKEY: 'key', KEYSTOREPASSWORD: 'another password' });
    assert.equal(changed.status, 200, changed.text);
    assert.equal((await process('Kept')).status, 200);
    assertRefusal(await change('Kept', { ...P12, KEYSTOREPATH: inDirectory('one.p12') }), 409, /stays SoftCryptoToken/);
    assertRefusal(await change('Kept', PLAIN), 409, /stays SoftCryptoToken/);
  });

  it('uses them no more when its password is taken away', async () => {
    const properties = { ...INTERNAL, DEFAULTKEY: 'key' };
    const { KEYSTOREPASSWORD: _, ...without } = properties;
    await create('Taken', properties);
    await post('Taken/keys', { algorithm: 'EC', specification: 'P-256' });
    assert.equal((await process('Taken')).status, 200);
    assert.equal((await change('Taken', without)).status, 200);
    assert.equal((await process('Taken')).status, 503);
    assert.equal((await post('Taken/activate', { authentication_code: PASSWORD })).status, 204);
    assert.equal((await change('Taken', { ...without, DISABLEKEYUSAGECOUNTER: 'TRUE' })).status, 200);
    assert.equal((await process('Taken')).status, 200);
    assertRefusal(await change('Taken', { ...properties, KEYSTOREPASSWORD: 'wrong' }), 400, /activation code/i);
    assert.equal((await change('Taken', properties)).status, 200);
    assert.equal((await process('Taken')).status, 200);
  });

  it('may be given them in KEYDATA, which is only read', async () => {
    const file = inDirectory('data.p12');
    const key = await writeKeystore(file, 'key');
    const KEYDATA = readFileSync(file).toString('base64');
    await create('Data', { ...INTERNAL, KEYDATA, DEFAULTKEY: 'key' });
    assertSignedBy(await process('Data'), key);
    assertRefusal(await post('Data/keys', { alias: 'new', algorithm: 'EC', specification: 'P-256' }), 422, /only read/);
    await create('Data again', { ...INTERNAL, KEYDATA, DEFAULTKEY: 'another' });
    const removal = await shared.server.administer('/workers/Data%20again/keys/key', { method: 'DELETE' });
    assertRefusal(removal, 422, /only read/);
    const recorded = auditRows(shared.server).filter(
      (row) => row.event === 'CRYPTOTOKEN_DELETE_ENTRY' && detailsOf(row)['token'] === 'Data again',
    );
    assert.deepEqual(
      recorded.map(({ outcome }) => outcome),
      ['FAILURE'],
    );
  });

  it('takes them along when it is removed', async () => {
    await create('Gone', { ...INTERNAL, DEFAULTKEY: 'key' });
    assert.equal((await post('Gone/keys', { algorithm: 'EC', specification: 'P-256' })).status, 200);
    const removed = await shared.server.administer('/documents/WORKER/Gone', { method: 'DELETE' });
    assert.equal(removed.status, 200, removed.text);
    const rows = withDatabase(shared.server, (database) =>
      database.prepare('SELECT alias FROM crypto_token_key WHERE token_id NOT IN (SELECT id FROM document)').all(),
    );
    assert.deepEqual(rows, []);
  });
});

it('a key in the record of its worker survives a restart', async (t) => {
  const first = await TestServer.start(t);
  const { create, post } = workersOf({ server: first });
  await create('Own', { ...INTERNAL, DEFAULTKEY: 'key' });
  assert.equal((await post('Own/keys', { algorithm: 'EC', specification: 'P-256' })).status, 200);
  await first.running.stop();
  const second = await TestServer.start(t, { home: first.home, database: first.database });
  assert.equal((await workersOf({ server: second }).process('Own')).status, 200);
});
