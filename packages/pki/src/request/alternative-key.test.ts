/** Requests with a second key, one that Bouncy Castle has made and one that it has read; see `../certificate/fixtures/README.md`. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { parsePem } from '../pem.ts';
import { alternativePublicKeyOf, verifyAlternativeRequestSignature } from './alternative-key.ts';
import { CertificationRequest } from './certification-request.ts';

for (const producer of ['bouncycastle', 'sealwright']) {
  describe(`a request of ${producer} with two keys`, () => {
    const request = CertificationRequest.parse(derOf(`hybrid/${producer}`), { lenient: false });

    it('is signed by both', () => {
      request.verifyProofOfPossession();
      assert.equal(alternativePublicKeyOf(request)?.algorithm.name, 'ML-DSA-65');
      assert.equal(verifyAlternativeRequestSignature(request), true);
    });

    it('has a second signature over all but itself', () => {
      const subject = request.subject.der.byteOffset - request.der.byteOffset;
      for (let at = subject + 20; at < subject + 120; at++) {
        const changed = Uint8Array.from(request.der);
        changed[at]! ^= 1;
        assert.equal(verifies(changed), false, `octet ${at}`);
      }
    });
  });
}

it('has no second key when it has none', () => {
  const plain = CertificationRequest.parse(derOf('bouncycastle-ml-dsa-44'));
  assert.equal(alternativePublicKeyOf(plain), undefined);
  assert.equal(verifyAlternativeRequestSignature(plain), false);
});

function verifies(der: Uint8Array): boolean {
  try {
    return verifyAlternativeRequestSignature(CertificationRequest.parse(der));
  } catch {
    return false;
  }
}

function derOf(name: string): Uint8Array {
  return parsePem(readFileSync(new URL(`fixtures/${name}.pem`, import.meta.url), 'utf8'))[0]!.der;
}
