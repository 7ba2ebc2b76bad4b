/** CRLs with a second signature, one that Bouncy Castle has made and one that it has read; see `../certificate/fixtures/README.md`. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { signatureAlgorithmByName } from '../algorithm/index.ts';
import { Certificate } from '../certificate/index.ts';
import { altSignatureAlgorithm, altSignatureValue, crlNumber, subjectAltPublicKeyInfo } from '../extension/index.ts';
import { findExtension, makeExtension } from '../extension/extension.ts';
import { parsePem } from '../pem.ts';
import { DistinguishedName } from '../name/index.ts';
import { parsePublicKey, type PublicKey } from '../public-key/index.ts';
import { serialNumberFromHex } from '../serial-number.ts';
import {
  completeTbsCrl,
  encodePreTbsCrl,
  preTbsOctets,
  verifyAlternativeCrlSignature,
} from './alternative-signature.ts';
import { Crl } from './crl.ts';
import { encodeCrlEntry } from './crl-entry.ts';
import { assembleCrl, encodeTbsCrl } from './tbs-crl.ts';

for (const producer of ['bouncycastle', 'sealwright']) {
  describe(`a CRL of ${producer} with two signatures`, () => {
    const root = Certificate.parse(derOf(`../certificate/fixtures/hybrid/${producer}-root`));
    const crl = Crl.parse(derOf(`fixtures/hybrid/${producer}`), { lenient: false });
    const key = parsePublicKey(root.extension(subjectAltPublicKeyInfo)!);

    it('has both', () => {
      assert.equal(crl.verify(root.publicKey), true);
      assert.equal(verifyAlternativeCrlSignature(crl, key), true);
      assert.deepEqual(
        [...crl.entries()].map(({ serialNumberText }) => serialNumberText),
        ['4712'],
      );
    });

    it('has a second one over all but itself', () => {
      // From thisUpdate to the number: some make no CRL, none one that verifies.
      const from = crl.tbs.byteOffset - crl.der.byteOffset + 60;
      for (let at = from; at < from + 100; at++) {
        const changed = Uint8Array.from(crl.der);
        changed[at]! ^= 1;
        assert.equal(verifies(changed, key), false, `octet ${at}`);
      }
    });

    it('has none of another key', () => {
      assert.equal(verifyAlternativeCrlSignature(crl, root.publicKey), false);
    });
  });
}

describe('a CRL that gets an alternative signature', () => {
  const signatureAlgorithm = signatureAlgorithmByName('SHA256withECDSA');
  const alternative = makeExtension(altSignatureAlgorithm, signatureAlgorithmByName('ML-DSA-44').der, false);
  const ofEntries = (count: number) => ({
    signatureAlgorithm,
    issuer: DistinguishedName.parse('CN=Hybrid').der,
    thisUpdate: 1_700_000_000,
    nextUpdate: 1_700_086_400,
    entries: Array.from({ length: count }, (_, index) =>
      encodeCrlEntry({ serialNumber: serialNumberFromHex(`${100_000 + index}`), revocationDate: 1_700_000_000 }),
    ),
    extensions: [makeExtension(crlNumber, 9n, false), alternative],
  });

  // So many that lengths change their number of octets on the way.
  for (const entries of [0, 1, 5, 40, 3000]) {
    it(`is what it would be if it were encoded with it: ${entries} entries`, () => {
      const crl = ofEntries(entries);
      const signature = new Uint8Array(2420).fill(7);
      const extensions = [...crl.extensions, makeExtension(altSignatureValue, signature, false)];
      const tbs = completeTbsCrl(encodePreTbsCrl(crl), crl, signature);
      assert.deepEqual(tbs, encodeTbsCrl({ ...crl, extensions }));
      const read = Crl.parse(assembleCrl(tbs, signatureAlgorithm, new Uint8Array(64)), { lenient: false });
      assert.deepEqual(findExtension(read.extensions, altSignatureValue), signature);
    });
  }

  it('goes to another thread as it is', () => {
    const encoded = encodePreTbsCrl(ofEntries(3));
    const copy = structuredClone(encoded);
    assert.equal(copy.octets.byteLength, copy.octets.buffer.byteLength);
    assert.deepEqual(preTbsOctets(copy), preTbsOctets(encoded));
  });

  it('gives the memory of its entries back when it is told to', () => {
    const crl = ofEntries(2);
    const kept = preTbsOctets(encodePreTbsCrl(crl));
    const own = crl.entries.map((entry) => Uint8Array.from(entry));
    assert.deepEqual(preTbsOctets(encodePreTbsCrl({ ...crl, entries: own }, { consumeEntries: true })), kept);
    assert.deepEqual(
      own.map(({ length }) => length),
      [0, 0],
    );
  });

  it('has room for the longest signatures, and for no more', () => {
    const crl = ofEntries(1);
    assert.doesNotThrow(() => completeTbsCrl(encodePreTbsCrl(crl), crl, new Uint8Array(49_856)));
    assert.throws(() => completeTbsCrl(encodePreTbsCrl(crl), crl, new Uint8Array(65_536)), RangeError);
  });
});

it('has no second signature when it has none', () => {
  const plain = Crl.parse(derOf('fixtures/bouncycastle-delta'));
  const root = Certificate.parse(derOf('../certificate/fixtures/bouncycastle-extensions'));
  assert.equal(verifyAlternativeCrlSignature(plain, root.publicKey), false);
});

function verifies(der: Uint8Array, key: PublicKey): boolean {
  try {
    return verifyAlternativeCrlSignature(Crl.parse(der), key);
  } catch {
    return false;
  }
}

function derOf(name: string): Uint8Array {
  return parsePem(readFileSync(new URL(`${name}.pem`, import.meta.url), 'utf8'))[0]!.der;
}
