import assert from 'node:assert/strict';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { isBcfks, isJks, readBcfks, WorkBudget, writeBcfks, type WriteBcfksOptions } from '../index.ts';

const fixture = (name: string) => new Uint8Array(readFileSync(new URL(`../fixtures/${name}`, import.meta.url)));
const privateKey = fixture('end-entity.p8');
const certificates = [fixture('end-entity.der'), fixture('ca.der')] as const;
const bouncyCastle = fixture('bc1-sha3.bcfks');

describe('readBcfks', () => {
  for (const [name, what, password] of [
    ['bc1-default.bcfks', 'what Bouncy Castle writes by default', 'foo123'],
    ['bc1-empty-password.bcfks', 'a file under the empty password', ''],
    ['bc1-unicode.bcfks', 'a password beyond ASCII and the BMP', 'pässwörd €😀'],
    ['bc1-scrypt.bcfks', 'keys that are derived with scrypt', 'foo123'],
    ['bc1-kwp.bcfks', 'parts in AES key wrap', 'foo123'],
    ['bc1-sha3.bcfks', 'SHA3-512 in the derivation and the MAC', 'foo123'],
  ] as const)
    it(`reads ${what}`, async () => {
      const [key, ...others] = await readBcfks(fixture(name), password);
      assert.deepEqual(others, []);
      assert.equal(key!.alias, 'Fixture');
      const opened = createPrivateKey({ key: Buffer.from(await key!.decrypt()), format: 'der', type: 'pkcs8' });
      assert.ok(new X509Certificate(certificates[0]).checkPrivateKey(opened));
      assert.deepEqual(
        key!.certificates.map((der) => new Uint8Array(der)),
        certificates,
      );
    });

  it('tells a wrong password, and a file that was changed', async () => {
    for (const password of ['foo124', '', 'FOO123', 'foo123\0'])
      await assert.rejects(readBcfks(bouncyCastle, password), { code: 'bcfks.wrong_password' });
    for (const at of [150, 1600, bouncyCastle.length - 1]) {
      const changed = bouncyCastle.slice();
      changed[at]! ^= 1;
      await assert.rejects(readBcfks(changed, 'foo123'), { code: 'bcfks.wrong_password' });
    }
  });

  it('takes no more iterations and no more octets than allowed', async () => {
    const allowed = { maxIterations: 1024 };
    await assert.rejects(readBcfks(bouncyCastle, 'foo123', { maxIterations: 1023 }), {
      code: 'bcfks.too_many_iterations',
    });
    // Those of a key are Bouncy Castle's own number, whatever the rest of the file has.
    const [key] = await readBcfks(bouncyCastle, 'foo123', allowed);
    await assert.rejects(key!.decrypt(), { code: 'bcfks.too_many_iterations' });
    await key!.decrypt(new WorkBudget('bcfks', 51_200));
    await assert.rejects(readBcfks(fixture('bc1-scrypt.bcfks'), 'foo123', { maxIterations: 100_000 }), {
      code: 'bcfks.too_many_iterations',
    });
    await assert.rejects(readBcfks(bouncyCastle, 'foo123', { maxOctets: 500 }), { code: 'bcfks.bad_value' });
  });
});

describe('isBcfks', () => {
  it('knows the format by how it begins', () => {
    for (const name of ['bc1-default.bcfks', 'bc1-scrypt.bcfks', 'bc1-kwp.bcfks']) {
      assert.ok(isBcfks(fixture(name)));
      assert.ok(!isJks(fixture(name)));
    }
    for (const name of ['bc1-default.p12', 'jdk17-jks.jks', 'end-entity.p8', 'openssl3-default.p8e', 'ca.der'])
      assert.ok(!isBcfks(fixture(name)), name);
    assert.ok(!isBcfks(new Uint8Array(0)));
    assert.ok(!isBcfks(bouncyCastle.subarray(0, 100)));
  });
});

describe('writeBcfks', () => {
  const options = (changes: Partial<WriteBcfksOptions> = {}): WriteBcfksOptions => ({
    password: 'foo123',
    alias: 'Fixture',
    privateKey,
    certificate: certificates[0],
    chain: [certificates[1]],
    createdMs: Date.UTC(2026, 0, 1) + 999,
    iterations: 10,
    random: (count) => new Uint8Array(count).fill(7),
    ...changes,
  });

  for (const password of ['foo123', '', 'pässwörd', '€uro', '😀'])
    it(`is read back under '${password}'`, async () => {
      const [key, ...others] = await readBcfks(await writeBcfks(options({ password })), password);
      assert.deepEqual(others, []);
      assert.deepEqual(new Uint8Array(await key!.decrypt()), privateKey);
      assert.deepEqual(
        key!.certificates.map((der) => new Uint8Array(der)),
        certificates,
      );
    });

  it('leaves the letters of the alias as they are', async () => {
    for (const alias of ['Web-Server 1', 'GRÖSSE 😀', '']) {
      const [key] = await readBcfks(await writeBcfks(options({ alias })), 'foo123');
      assert.equal(key!.alias, alias);
    }
    await assert.rejects(writeBcfks(options({ alias: '\ud83d' })), RangeError);
  });

  it('derives 51,200 times when it is not told otherwise, as Bouncy Castle does', async () => {
    const { iterations: _, ...unbounded } = options();
    const file = await writeBcfks(unbounded);
    const [key] = await readBcfks(file, 'foo123', { maxIterations: 51_200 });
    await key!.decrypt();
    await assert.rejects(readBcfks(file, 'foo123', { maxIterations: 51_199 }), { code: 'bcfks.too_many_iterations' });
  });

  it('refuses an invalid private key, and iterations out of range', async () => {
    await assert.rejects(writeBcfks(options({ privateKey: certificates[0] })), { code: 'der.unexpected_tag' });
    for (const iterations of [0, -1, 1.5, 2 ** 31])
      await assert.rejects(writeBcfks(options({ iterations })), RangeError);
  });

  it('leaves the private key to the caller, and nothing of it in the file', async () => {
    const mine = privateKey.slice();
    const file = Buffer.from(await writeBcfks(options({ privateKey: mine })));
    assert.deepEqual(mine, privateKey);
    for (const hidden of [privateKey, certificates[0]])
      for (let at = 0; at + 16 <= hidden.length; at += 8)
        assert.equal(file.includes(hidden.subarray(at, at + 16)), false);
  });
});
