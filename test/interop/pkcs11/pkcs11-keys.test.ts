/** Keys that others made in a device, and the attributes of new ones. Read and made by `pkcs11-tool`. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createPublicKey, verify, X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { type CryptoToken, keyAlias, type KeyUsage } from '../../../packages/server/src/modules/crypto-tokens/index.ts';
import { DriverFixture, EC, ECDSA, makeKey, PIN } from './pkcs11-driver.ts';

const MESSAGE = new TextEncoder().encode('what is to be signed');

function assertSigned(signature: Uint8Array, publicKey: Uint8Array): void {
  const key = createPublicKey({ key: Buffer.from(publicKey), format: 'der', type: 'spki' });
  assert.ok(verify('sha256', MESSAGE, key, signature));
}

/** An open token, and `pkcs11-tool` on it. */
async function start(t: TestContext) {
  const fixture = new DriverFixture(t);
  const { token, label } = await fixture.openToken();
  const tool = (...args: readonly string[]) => fixture.softHsm.tool(label, PIN, ...args);
  return { fixture, token, label, tool };
}

it('uses a key that pkcs11-tool has made, by its label', async (t) => {
  const { token, tool } = await start(t);
  tool('--keypairgen', '--key-type', 'EC:prime256v1', '--label', 'made elsewhere', '--id', 'a1b2');
  assertSigned(await token.sign('made elsewhere', ECDSA, MESSAGE), await token.publicKey('made elsewhere'));
  await token.testKey('made elsewhere');
  const [listed] = await token.listKeys();
  assert.deepEqual([listed!.alias, listed!.algorithm, listed!.specification], ['made elsewhere', 'ECDSA', 'P-256']);
});

it('uses a key that pkcs11-tool has made, by its identifier', async (t) => {
  const { token, tool } = await start(t);
  tool('--keypairgen', '--key-type', 'rsa:2048', '--id', 'a1b2');
  assertSigned(await token.sign('a1b2', 'SHA256WithRSA', MESSAGE), await token.publicKey('A1B2'));
  assert.deepEqual(
    (await token.listKeys()).map(({ alias }) => alias),
    ['a1b2'],
  );
});

it('uses none of several keys of one label, and each by its identifier', async (t) => {
  const { token, tool } = await start(t);
  for (const id of ['01', '02']) tool('--keypairgen', '--key-type', 'EC:prime256v1', '--label', 'twin', '--id', id);
  await assert.rejects(token.sign('twin', ECDSA, MESSAGE), { code: 'crypto_token.ambiguous_alias', kind: 'conflict' });
  assert.deepEqual(
    (await token.listKeys()).map(({ alias }) => alias),
    ['01', '02'],
  );
  for (const id of ['01', '02']) assertSigned(await token.sign(id, ECDSA, MESSAGE), await token.publicKey(id));
});

it('takes of several keys of one label the one that is stored', async (t) => {
  let stored: Awaited<ReturnType<CryptoToken['generateKeyPair']>> | undefined;
  const findKeyPair = async () => stored && { ...stored, id: 1, createdMs: 0 };
  const fixture = new DriverFixture(t, { keyPairs: { findKeyPair, listKeyPairs: async () => [] } });
  const { token, label } = await fixture.openToken();
  const made = await makeKey(token, 'signKey');
  stored = made;
  fixture.softHsm.tool(label, PIN, '--keypairgen', '--key-type', 'EC:prime256v1', '--label', 'signKey', '--id', '02');
  assertSigned(await token.sign('signKey', ECDSA, MESSAGE), made.publicKey);
  await token.removeKeyPair('signKey', made.publicKey);
  await assert.rejects(token.sign('signKey', ECDSA, MESSAGE), { code: 'crypto_token.unknown_alias' });
});

it('knows the public key of a private key from its certificate alone', async (t) => {
  const { fixture, token, tool } = await start(t);
  await makeKey(token, 'k');
  const { directory } = fixture.softHsm;
  const path = (name: string) => join(directory, name);
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-subj',
      '/CN=imported',
      '-keyout',
      path('key.pem'),
      '-out',
      path('crt.pem'),
    ],
    { stdio: 'pipe' },
  );
  execFileSync('openssl', [
    'pkcs8',
    '-topk8',
    '-nocrypt',
    '-in',
    path('key.pem'),
    '-outform',
    'DER',
    '-out',
    path('key.der'),
  ]);
  writeFileSync(path('crt.der'), new X509Certificate(readFileSync(path('crt.pem'))).raw);
  tool('--write-object', path('key.der'), '--type', 'privkey', '--label', 'imported', '--id', '07', '--usage-sign');
  await assert.rejects(token.publicKey('imported'), { code: 'crypto_token.unknown_alias' });
  tool('--write-object', path('crt.der'), '--type', 'cert', '--label', 'imported', '--id', '07');
  const { publicKey } = new X509Certificate(readFileSync(path('crt.pem')));
  const spki = new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }));
  assert.deepEqual(await token.publicKey('imported'), spki);
  assertSigned(await token.sign('imported', ECDSA, MESSAGE), spki);
});

it('does not use a key that may leave the device, unless that is allowed', async (t) => {
  const { fixture, token, label, tool } = await start(t);
  tool('--keypairgen', '--key-type', 'EC:prime256v1', '--label', 'loose', '--id', '01', '--extractable');
  await assert.rejects(token.sign('loose', ECDSA, MESSAGE), {
    code: 'crypto_token.extractable_key',
    kind: 'refused-by-policy',
  });
  const properties = { ...fixture.softHsm.properties(label), 'allow.extractable.privatekey': 'true' };
  const allowing = await fixture.driver.open(fixture.describe(properties), null, PIN);
  assertSigned(await allowing.sign('loose', ECDSA, MESSAGE), await allowing.publicKey('loose'));
});

it('makes private keys that never leave the device', async (t) => {
  const { token, tool } = await start(t);
  await makeKey(token, 'k');
  const listed = tool('--list-objects', '--type', 'privkey');
  assert.match(listed, /label:\s+k\n/);
  assert.match(listed, /Access:\s+sensitive, always sensitive, never extractable, local/);
});

for (const [usage, shown] of [
  ['SIGN', /Usage:\s+sign\n/],
  ['ENCRYPT', /Usage:\s+decrypt, unwrap\n/],
  ['SIGN_ENCRYPT', /Usage:\s+decrypt, sign, unwrap\n/],
] as const satisfies readonly (readonly [KeyUsage, RegExp])[]) {
  it(`tells the device that a key is to ${usage}`, async (t) => {
    const { token, tool } = await start(t);
    const request = { algorithm: 'RSA', specification: '2048', alias: keyAlias('k'), keyUsage: usage };
    await token.generateKeyPair(request);
    assert.match(tool('--list-objects', '--type', 'privkey'), shown);
    await token.testKey('k');
    assert.equal((await token.listKeys())[0]!.keyUsage, usage);
  });
}

it('gives new keys the attributes that the settings of the token name', async (t) => {
  const { softHsm, driver, ...fixture } = new DriverFixture(t);
  const label = softHsm.makeToken(PIN);
  const attributes = 'attributes(generate, CKO_PRIVATE_KEY, *) = {\n  CKA_DERIVE = false\n}';
  const describe = (text: string) => ({
    id: 9,
    type: 'PKCS11CryptoToken',
    properties: { ...softHsm.properties(label), attributes: text },
  });
  const token = await driver.open(describe(attributes), null, PIN);
  await token.generateKeyPair({ ...EC, alias: keyAlias('k') });
  assert.match(softHsm.tool(label, PIN, '--list-objects', '--type', 'privkey'), /Usage:\s+sign\n/);
  assert.deepEqual(fixture.losses, []);
  for (const bad of [
    'CKA_SIGN = true',
    'attributes(generate, CKO_PRIVATE_KEY, *) = {\n  CKA_EXTRACTABLE = true\n}',
    'attributes(generate, *, *) = {\n  CKA_SENSITIVE = false\n}',
  ]) {
    await assert.rejects(driver.open(describe(bad), null, PIN), { code: 'crypto_token.unusable_property' });
  }
});

for (const [algorithm, specification, code] of [
  ['ML-DSA-65', '', 'crypto_token.unsupported_algorithm'],
  ['SLH-DSA-SHA2-128F', '', 'crypto_token.unsupported_algorithm'],
  ['ML-KEM-768', '', 'crypto_token.unsupported_algorithm'],
  ['X25519', '', 'crypto_token.unsupported_algorithm'],
] as const) {
  it(`says that the device makes no keys of ${algorithm}`, async (t) => {
    const { token } = await start(t);
    await assert.rejects(token.generateKeyPair({ algorithm, specification, alias: keyAlias('k') }), {
      code,
      message: /lacks the mechanism CKM_/,
    });
  });
}

it('finds its slot by number, index and label', async (t) => {
  const fixture = new DriverFixture(t);
  const { softHsm, driver } = fixture;
  softHsm.makeToken('another PIN');
  const { token, label } = await fixture.openToken();
  const { publicKey } = await makeKey(token, 'k');
  const slots = softHsm.slots();
  const index = slots.findIndex((slot) => slot.label === label);
  const { sharedLibrary } = softHsm.properties(label) as { sharedLibrary: string };
  for (const [slotLabelType, slotLabelValue] of [
    ['SLOT_NUMBER', slots[index]!.id],
    ['SLOT_INDEX', String(index)],
    ['SLOT_LABEL', label],
  ] as const) {
    const opened = await driver.open(fixture.describe({ sharedLibrary, slotLabelType, slotLabelValue }), null, PIN);
    assert.deepEqual(await opened.publicKey('k'), publicKey);
    opened.close();
  }
});
