import assert from 'node:assert/strict';
import { generateKeyPairSync, verify } from 'node:crypto';
import { describe, it } from 'node:test';
import { digest, ecdsaSignatureToPlain, hashAlgorithmByName, namedCurves } from '@sealwright/pki';
import { systemRandom } from '../../kernel/random.ts';
import { EcdsaOfDigest } from './ecdsa-of-digest.ts';

const MESSAGE = new TextEncoder().encode('what is to be signed');
const sha256 = hashAlgorithmByName('SHA-256');

describe('an ECDSA signature of a digest', () => {
  for (const curve of namedCurves) {
    it(`is verified by OpenSSL, by hashes shorter and longer than the order: ${curve.name}`, () => {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: curve.nodeName });
      const key = new EcdsaOfDigest(privateKey, curve.name, systemRandom());
      for (const name of ['SHA-1', 'SHA-224', 'SHA-256', 'SHA-384', 'SHA-512', 'SHA3-512']) {
        const hash = hashAlgorithmByName(name);
        const signature = key.sign(hash, digest(hash, MESSAGE));
        assert.ok(verify(hash.nodeName, MESSAGE, { key: publicKey, dsaEncoding: 'der' }, signature), name);
      }
    });
  }

  it('never has the nonce of another, not even when the random numbers repeat', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const stuck = { bytes: (count: number) => new Uint8Array(count).fill(7) };
    const key = new EcdsaOfDigest(privateKey, 'P-256', stuck);
    const halves = (text: string) => {
      const signature = key.sign(sha256, digest(sha256, new TextEncoder().encode(text)));
      return ecdsaSignatureToPlain(
        signature,
        namedCurves.find(({ name }) => name === 'P-256')!,
      )
        .toHex()
        .slice(0, 64);
    };
    const first = Array.from({ length: 50 }, (_, index) => halves(`message ${index}`));
    assert.equal(new Set(first).size, 50);
    const moving = new EcdsaOfDigest(privateKey, 'P-256', systemRandom());
    const same = digest(sha256, MESSAGE);
    assert.notDeepEqual(moving.sign(sha256, same), moving.sign(sha256, same));
  });
});
