import assert from 'node:assert/strict';
import { ECDH, generateKeyPairSync } from 'node:crypto';
import { describe, it } from 'node:test';
import { bitString, oid, sequence } from '../../../test/der.ts';
import { Element } from '../../ber/element.ts';
import { PublicKeyUnderLint } from '../../certificate/public-key-under-lint.ts';
import { checkNistPoint } from './ec-point.ts';

const CURVES = { prime256v1: '1.2.840.10045.3.1.7', secp384r1: '1.3.132.0.34', secp521r1: '1.3.132.0.35' };

describe('checkNistPoint', () => {
  for (const [curve, type] of Object.entries(CURVES)) {
    it(`takes the points of ${curve} that another program makes, and no other`, () => {
      const spki = generateKeyPairSync('ec', { namedCurve: curve }).publicKey.export({ format: 'der', type: 'spki' });
      const { octets } = new PublicKeyUnderLint(Element.only(spki));
      const compressed = ECDH.convertKey(octets, curve, undefined, undefined, 'compressed') as Buffer;
      assert.equal(check(type, octets), undefined);
      assert.equal(check(type, compressed), undefined);
      const changed = Buffer.from(octets);
      changed[octets.length - 1]! ^= 1;
      for (const wrong of [
        changed,
        octets.subarray(1),
        octets.subarray(0, -1),
        compressed.subarray(1),
        Buffer.alloc(0),
      ])
        assert.match(check(type, wrong) ?? '', /is not a point on P-/);
    });
  }

  it('finds half of all x without a y', () => {
    const found = Array.from({ length: 40 }, (_, x) =>
      check(CURVES.prime256v1, Buffer.from([2, ...Buffer.alloc(31), x])),
    );
    const without = found.filter((message) => message !== undefined).length;
    assert.ok(without > 5 && without < 35, String(without));
  });
});

function check(curve: string, octets: Uint8Array): string | undefined {
  const spki = sequence(sequence(oid('1.2.840.10045.2.1'), oid(curve)), bitString(octets));
  return checkNistPoint({ publicKey: new PublicKeyUnderLint(Element.only(spki)) });
}
