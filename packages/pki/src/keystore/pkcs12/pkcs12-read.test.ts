import assert from 'node:assert/strict';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { makeKeystore } from '../../../test/keystores.ts';
import { readPkcs12, WorkBudget } from '../index.ts';

const fixture = (name: string) => new Uint8Array(readFileSync(new URL(`../fixtures/${name}`, import.meta.url)));
const endEntityKey = fixture('end-entity.p8');
const endEntity = fixture('end-entity.der');
const issuer = fixture('ca.der');

/** Files with the same key and certificates, by what is special about each. Those of a million iterations are in test/interop. */
const FILES: readonly (readonly [string, string, string?])[] = [
  ['openssl3-default.p12', 'PBES2 with AES-256-CBC by OpenSSL'],
  ['openssl3-legacy-rc2-40.p12', 'RC2 with 40 bits, 3DES and a SHA-1 MAC by OpenSSL'],
  ['openssl3-legacy-3des.p12', '3DES by OpenSSL'],
  ['openssl3-rc4.p12', 'RC4 with 128 and 40 bits, one iteration, by OpenSSL'],
  ['openssl3-rc2-128-2des.p12', 'RC2 with 128 bits, 3DES with two keys and a SHA-384 MAC by OpenSSL'],
  ['openssl3-aes-128-192.p12', 'AES with 128 and 192 bits and a SHA-512 MAC by OpenSSL'],
  ['openssl3-pbes2-3des.p12', 'PBES2 with 3DES and a SHA-512/256 MAC by OpenSSL'],
  ['openssl3-unencrypted.p12', 'a key and certificates in the clear by OpenSSL'],
  ['openssl3-unicode.p12', 'a password beyond ASCII and the BMP by OpenSSL', 'pässwörd €😀'],
  ['openssl3-empty-password.p12', 'the empty password as a NUL character by OpenSSL', ''],
  ['jdk17-default.p12', 'PBES2 by the JDK'],
  ['jdk17-legacy.p12', 'RC2 with 40 bits and 3DES by the JDK'],
  ['bc1-default.p12', 'indefinite lengths by Bouncy Castle'],
  ['bc1-sha256.p12', 'PBES2 by Bouncy Castle'],
  ['bc1-pbmac1.p12', 'PBMAC1 by Bouncy Castle'],
  ['go-modern2023.p12', 'PBES2 by Go'],
  ['go-legacy-rc2.p12', 'RC2 by Go'],
];

describe('readPkcs12', () => {
  for (const [name, what, password = 'foo123'] of FILES) {
    it(`reads ${what}`, async () => {
      const { keys, certificates, authenticated, skipped } = await readPkcs12(fixture(name), password);
      assert.equal(keys.length, 1);
      const privateKey = createPrivateKey({ key: Buffer.from(await keys[0]!.decrypt()), format: 'der', type: 'pkcs8' });
      assert.ok(new X509Certificate(endEntity).checkPrivateKey(privateKey));
      const own = certificates.find(({ localKeyId }) => localKeyId !== undefined);
      assert.deepEqual(new Uint8Array(own!.localKeyId!), new Uint8Array(keys[0]!.localKeyId!));
      assert.deepEqual(new Uint8Array(own!.certificate), endEntity);
      assert.deepEqual(new Uint8Array(certificates.find((one) => one !== own)!.certificate), issuer);
      assert.equal(certificates.length, 2);
      assert.equal(authenticated, true);
      assert.deepEqual(skipped, []);
    });
  }

  it('gives the private key as it was stored', async () => {
    const { keys } = await readPkcs12(fixture('openssl3-default.p12'), 'foo123');
    assert.deepEqual(new Uint8Array(await keys[0]!.decrypt()), endEntityKey);
  });

  it('reads the friendly name of a key and its certificate', async () => {
    const { keys, certificates } = await readPkcs12(fixture('openssl3-unicode.p12'), 'pässwörd €😀');
    assert.equal(keys[0]!.friendlyName, 'schlüssel');
    assert.deepEqual(
      certificates.map(({ friendlyName }) => friendlyName),
      ['schlüssel', undefined],
    );
  });

  it('reads a key pair that keytool made', async () => {
    const { keys, certificates } = await readPkcs12(fixture('jdk17-genkeypair.p12'), 'foo123');
    const privateKey = createPrivateKey({ key: Buffer.from(await keys[0]!.decrypt()), format: 'der', type: 'pkcs8' });
    assert.ok(new X509Certificate(certificates[0]!.certificate).checkPrivateKey(privateKey));
  });

  for (const [name, password] of [
    ['openssl3-no-mac.p12', 'foo123'],
    ['jdk17-no-mac-certificates-clear.p12', 'foo123'],
    ['go-passwordless.p12', ''],
  ] as const) {
    it(`says that ${name} is not authenticated`, async () => {
      const { keys, certificates, authenticated } = await readPkcs12(fixture(name), password);
      assert.deepEqual([keys.length, certificates.length, authenticated], [1, 2, false]);
    });
  }
});

describe('readPkcs12, refusals', () => {
  for (const name of ['openssl3-default.p12', 'openssl3-rc4.p12', 'bc1-pbmac1.p12', 'openssl3-no-mac.p12']) {
    for (const password of ['foo124', '', 'FOO123'])
      it(`refuses the password '${password}' of ${name}`, async () => {
        const open = async () => {
          // Without a MAC and encrypted certificates it shows with the key.
          const { keys } = await readPkcs12(fixture(name), password);
          await keys[0]!.decrypt();
        };
        await assert.rejects(open, { code: 'pkcs12.wrong_password' });
      });
  }

  it('refuses a file that was changed', async () => {
    const bytes = fixture('openssl3-unencrypted.p12');
    bytes[bytes.length - 400]! ^= 1;
    await assert.rejects(readPkcs12(bytes, 'foo123'), { code: 'pkcs12.wrong_password' });
  });

  it('refuses an algorithm that it does not have', async () => {
    await assert.rejects(readPkcs12(fixture('bc1-gcm.p12'), 'foo123'), { code: 'pkcs12.unsupported' });
  });

  it('refuses more iterations than the MAC, or a key, was allowed', async () => {
    const bytes = fixture('openssl3-default.p12');
    await assert.rejects(readPkcs12(bytes, 'foo123', { maxIterations: 2047 }), { code: 'pkcs12.too_many_iterations' });
    const { keys } = await readPkcs12(bytes, 'foo123', { maxIterations: 2048 });
    await keys[0]!.decrypt();
    await assert.rejects(keys[0]!.decrypt(new WorkBudget('pkcs12', 2047)), { code: 'pkcs12.too_many_iterations' });
  });

  it('opens a file of any number of keys, and bounds the iterations of those that are asked for', async () => {
    const names = Array.from({ length: 24 }, (_, index) => `key ${index}`);
    const entries = names.map((friendlyName) => ({ friendlyName, privateKey: endEntityKey, certificate: endEntity }));
    const file = await makeKeystore(entries, { password: 'foo123', iterations: 51_200 });
    const { keys } = await readPkcs12(file, 'foo123', { maxIterations: 60_000 });
    assert.equal(keys.length, 24);
    const asked = keys.find(({ friendlyName }) => friendlyName === 'key 23')!;
    assert.deepEqual(new Uint8Array(await asked.decrypt()), endEntityKey);
    const shared = new WorkBudget('pkcs12', 60_000);
    await asked.decrypt(shared);
    await assert.rejects(asked.decrypt(shared), { code: 'pkcs12.too_many_iterations' });
  });

  it('lists thousands of keys of as many iterations as there can be without deriving anything', async () => {
    const entries = Array.from({ length: 5000 }, (_, index) => ({ friendlyName: `key ${index}` }));
    const file = await makeKeystore(entries, { password: 'foo123', iterations: 1000 });
    const { keys } = await readPkcs12(file, 'foo123', { maxIterations: 10_000 });
    assert.equal(keys.length, 5000);
    await assert.rejects(keys[0]!.decrypt(), { code: 'pkcs12.too_many_iterations' });
  });

  it('bounds the iterations of all encrypted parts together', async () => {
    const file = await makeKeystore([], { password: 'foo123', iterations: 1000, encryptedParts: 5 });
    await assert.rejects(readPkcs12(file, 'foo123', { maxIterations: 1200 }), { code: 'pkcs12.too_many_iterations' });
    await readPkcs12(file, 'foo123', { maxIterations: 1250 });
  });

  it('refuses a larger file than it was allowed', async () => {
    await assert.rejects(readPkcs12(fixture('openssl3-default.p12'), 'foo123', { maxOctets: 1000 }), {
      code: 'ber.too_large',
    });
  });

  it('refuses what is not a PKCS #12 file', async () => {
    await assert.rejects(readPkcs12(endEntity, 'foo123'), { code: 'der.unexpected_tag' });
    await assert.rejects(readPkcs12(new Uint8Array(0), 'foo123'), { code: 'ber.truncated' });
    await assert.rejects(readPkcs12(Uint8Array.of(0x30, 3, 2, 1, 4), 'foo123'), { code: 'pkcs12.unsupported' });
  });

  it('refuses invalid limits', async () => {
    await assert.rejects(readPkcs12(endEntity, 'foo123', { maxIterations: 0 }), RangeError);
  });
});
