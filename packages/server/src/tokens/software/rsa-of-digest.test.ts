import assert from 'node:assert/strict';
import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { describe, it } from 'node:test';
import { digest, signatureAlgorithms } from '@sealwright/pki';
import { systemRandom } from '../../kernel/random.ts';
import { rsaOfDigest } from './rsa-of-digest.ts';

const MESSAGE = new TextEncoder().encode('what is to be signed');
const ALGORITHMS = signatureAlgorithms.flatMap((algorithm) => {
  const { hash, keyAlgorithm } = algorithm;
  return hash === undefined || keyAlgorithm.name !== 'RSA' ? [] : [{ ...algorithm, hash }];
});

describe('an RSA signature of a digest', () => {
  // An odd size makes the first octet of a PSS block other than the others.
  for (const modulusLength of [2048, 2049, 2055]) {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength });

    for (const algorithm of ALGORITHMS) {
      it(`of ${modulusLength} bits is verified by OpenSSL: ${algorithm.name}`, () => {
        const { hash, node } = algorithm;
        const signature = rsaOfDigest(privateKey, algorithm, digest(hash, MESSAGE), systemRandom());
        assert.ok(verify(node.digest, MESSAGE, { key: publicKey, ...node.options }, signature));
        if (node.options.saltLength !== undefined) return;
        assert.deepEqual(signature, new Uint8Array(sign(node.digest, MESSAGE, { key: privateKey, ...node.options })));
      });
    }
  }

  it('is refused when the modulus does not hold hash and salt', () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const algorithm = ALGORITHMS.find(({ name }) => name === 'SHA512withRSAandMGF1')!;
    assert.throws(() => rsaOfDigest(privateKey, algorithm, digest(algorithm.hash, MESSAGE), systemRandom()), {
      code: 'crypto_token.unsupported_signature',
    });
  });
});
