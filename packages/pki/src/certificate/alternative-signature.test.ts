/** Certificates with a second signature that Bouncy Castle has made, and some that it has read; see `fixtures/README.md`. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { subjectAltPublicKeyInfo } from '../extension/index.ts';
import { parsePem } from '../pem.ts';
import { parsePublicKey } from '../public-key/index.ts';
import { verifyAlternativeSignature } from './alternative-signature.ts';
import { Certificate } from './certificate.ts';

for (const producer of ['bouncycastle', 'sealwright']) {
  describe(`a hybrid certificate of ${producer}`, () => {
    const root = fixture(`hybrid/${producer}-root`);
    const leaf = fixture(`hybrid/${producer}-leaf`);
    const key = parsePublicKey(root.extension(subjectAltPublicKeyInfo)!);

    it('has both signatures', () => {
      for (const certificate of [root, leaf]) {
        assert.equal(certificate.verify(root.publicKey), true);
        assert.equal(verifyAlternativeSignature(certificate, key), true);
      }
    });

    it('has a second signature over all but itself', () => {
      const { der } = leaf;
      let refused = 0;
      // Every octet of the subject's name and of what surrounds it: some make no certificate, none one that verifies.
      for (let at = 120; at < 160; at++) {
        const changed = Uint8Array.from(der);
        changed[at]! ^= 1;
        if (!verifies(changed, key)) refused++;
      }
      assert.equal(refused, 40);
    });

    it('is not valid for another key', () => {
      assert.equal(verifyAlternativeSignature(leaf, root.publicKey), false);
    });
  });
}

it('has no second signature when it has none', () => {
  const plain = fixture('bouncycastle-brainpool');
  assert.equal(verifyAlternativeSignature(plain, plain.publicKey), false);
});

function verifies(der: Uint8Array, key: Parameters<typeof verifyAlternativeSignature>[1]): boolean {
  try {
    return verifyAlternativeSignature(Certificate.parse(der), key);
  } catch {
    return false;
  }
}

function fixture(name: string): Certificate {
  const text = readFileSync(new URL(`fixtures/${name}.pem`, import.meta.url), 'utf8');
  return Certificate.parse(parsePem(text)[0]!.der);
}
