import assert from 'node:assert/strict';
import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { describe, it } from 'node:test';

import * as fc from 'fast-check';

import { writeDer } from '../der/index.ts';
import { ecdsaSignatureToDer, ecdsaSignatureToPlain } from './ecdsa-signature.ts';
import { curveByName, namedCurves } from './named-curves.ts';

const data = new TextEncoder().encode('to be signed');

describe('a signature in DER and the plain one', () => {
  for (const curve of namedCurves) {
    it(`are made of each other so that OpenSSL verifies both: ${curve.name}`, () => {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: curve.nodeName });
      for (let i = 0; i < 20; i++) {
        const der = new Uint8Array(sign('sha256', data, { key: privateKey, dsaEncoding: 'der' }));
        const plain = ecdsaSignatureToPlain(der, curve);
        assert.ok(verify('sha256', data, { key: publicKey, dsaEncoding: 'ieee-p1363' }, plain));
        assert.deepEqual(ecdsaSignatureToDer(plain, curve), der);
      }
    });
  }

  it('hold numbers of any size, small ones too', () => {
    const curve = curveByName('P-521');
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 132, maxLength: 132 }), fc.nat(66), (plain, zeros) => {
        plain.fill(0, 0, zeros);
        const der = ecdsaSignatureToDer(plain, curve);
        assert.ok(der !== undefined);
        assert.deepEqual(ecdsaSignatureToPlain(der, curve), plain);
      }),
    );
  });
});

it('understands halves without the zeros that both begin with', () => {
  const curve = curveByName('P-521');
  const plain = new Uint8Array(132).fill(7);
  plain[0] = plain[66] = 0;
  const short = plain.filter((_, at) => at !== 0 && at !== 66);
  assert.deepEqual(ecdsaSignatureToDer(short, curve), ecdsaSignatureToDer(plain, curve));
});

it('makes nothing of a plain signature of another length', () => {
  const curve = curveByName('P-256');
  for (const length of [0, 63, 66, 128]) assert.equal(ecdsaSignatureToDer(new Uint8Array(length), curve), undefined);
});

for (const [what, r, code] of [
  ['a negative number', -1n, 'der.out_of_range'],
  ['a number larger than the order can be', 1n << 256n, 'der.out_of_range'],
] as const) {
  it(`refuses ${what} in DER`, () => {
    const der = writeDer((writer) => writer.sequence(() => writer.integer(r).integer(1)));
    assert.throws(() => ecdsaSignatureToPlain(der, curveByName('P-256')), { code });
  });
}

it('refuses a third number in DER', () => {
  const der = writeDer((writer) => writer.sequence(() => writer.integer(1).integer(1).integer(1)));
  assert.throws(() => ecdsaSignatureToPlain(der, curveByName('P-256')), { code: 'der.trailing_bytes' });
});
