import assert from 'node:assert/strict';
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { contextPrimitive, oid, readDer, writeDer } from '../der/index.ts';
import { decryptPrivateKey, encryptPrivateKey, parsePrivateKeyInfo } from './index.ts';

const fixture = (name: string) => new Uint8Array(readFileSync(new URL(`fixtures/${name}`, import.meta.url)));
const plain = fixture('end-entity.p8');
const random = (count: number) => new Uint8Array(count).fill(7);

describe('parsePrivateKeyInfo', () => {
  it('finds the algorithm and the key', () => {
    const { algorithm, algorithmIdentifier, privateKey, publicKey, der } = parsePrivateKeyInfo(plain);
    assert.equal(algorithm, '1.2.840.10045.2.1');
    const parameters = readDer(algorithmIdentifier, (reader) => {
      const identifier = reader.readSequence();
      identifier.readOid();
      return identifier.readOid();
    });
    assert.equal(parameters, '1.2.840.10045.3.1.7');
    assert.equal(privateKey[0], 0x30);
    assert.equal(publicKey, undefined);
    assert.equal(der, plain);
  });

  it('reads keys of node:crypto', () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const info = parsePrivateKeyInfo(privateKey.export({ format: 'der', type: 'pkcs8' }));
    assert.equal(info.algorithm, '1.3.101.112');
  });

  it('reads attributes and a public key (RFC 5958 §2)', () => {
    const der = writeDer((writer) =>
      writer.sequence(() => {
        writer.integer(1).sequence(() => writer.oid(oid('1.3.101.112')));
        writer
          .octetString(Uint8Array.of(4, 1, 9))
          .setOf([], 0xa0)
          .bitString(Uint8Array.of(1, 2), 0, contextPrimitive(1));
      }),
    );
    assert.deepEqual(parsePrivateKeyInfo(der).publicKey, Uint8Array.of(1, 2));
  });

  it('refuses what is not a private key', () => {
    assert.throws(() => parsePrivateKeyInfo(fixture('ca.der')), { code: 'der.unexpected_tag' });
    assert.throws(() => parsePrivateKeyInfo(plain.subarray(0, 50)), { code: 'der.truncated' });
    const version3 = plain.slice();
    version3[version3.indexOf(2) + 2] = 2;
    assert.throws(() => parsePrivateKeyInfo(version3), { code: 'der.out_of_range' });
  });
});

describe('encryptPrivateKey, decryptPrivateKey', () => {
  for (const password of ['foo123', '', 'pässwörd €😀'])
    it(`gives the key back under '${password}', as does node:crypto`, async () => {
      const encrypted = await encryptPrivateKey({ privateKey: plain, password, iterations: 10, random });
      assert.deepEqual(new Uint8Array(await decryptPrivateKey(encrypted, password)), plain);
      const key = { key: Buffer.from(encrypted), format: 'der', type: 'pkcs8', passphrase: password } as const;
      assert.deepEqual(new Uint8Array(createPrivateKey(key).export({ format: 'der', type: 'pkcs8' })), plain);
    });

  for (const name of ['openssl3-default.p8e', 'openssl3-aes128-sha512.p8e', 'openssl3-sha1-3des.p8e'])
    it(`reads ${name}`, async () => {
      assert.deepEqual(new Uint8Array(await decryptPrivateKey(fixture(name), 'foo123')), plain);
    });

  it('refuses a wrong password', async () => {
    for (let i = 0; i < 20; i++)
      await assert.rejects(decryptPrivateKey(fixture('openssl3-default.p8e'), `wrong ${i}`), {
        code: 'pkcs8.wrong_password',
      });
  });

  it('refuses more iterations than it was allowed', async () => {
    await assert.rejects(decryptPrivateKey(fixture('openssl3-default.p8e'), 'foo123', { maxIterations: 2047 }), {
      code: 'pkcs8.too_many_iterations',
    });
  });

  it('refuses a ciphertext that is not whole blocks', async () => {
    const encrypted = fixture('openssl3-default.p8e');
    const cut = readDer(encrypted, (reader) => {
      const info = reader.readSequence();
      const algorithm = info.readAny().raw;
      const ciphertext = info.readOctetString();
      return writeDer((writer) => writer.sequence(() => writer.raw(algorithm).octetString(ciphertext.subarray(1))));
    });
    await assert.rejects(decryptPrivateKey(cut, 'foo123'), { code: 'pkcs8.bad_value' });
  });
});
