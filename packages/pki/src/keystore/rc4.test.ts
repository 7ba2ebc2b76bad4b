import assert from 'node:assert/strict';
import { it } from 'node:test';
import { applyRc4 } from './rc4.ts';

// RFC 6229 §2: the first 16 octets of the key stream for keys of 40 and 128 bits.
const VECTORS = [
  ['0102030405', 'b2396305f03dc027ccc3524a0a1118a8'],
  ['0102030405060708090a0b0c0d0e0f10', '9ac7cc9a609d1ef7b2932899cde41b97'],
] as const;

for (const [key, stream] of VECTORS) {
  it(`gives the key stream of RFC 6229 §2 for ${key.length * 4} bits`, () => {
    assert.equal(applyRc4(Uint8Array.fromHex(key), new Uint8Array(16)).toHex(), stream);
  });
}

it('decrypts what it encrypted', () => {
  const key = Uint8Array.of(1, 2, 3);
  const data = Uint8Array.from({ length: 1000 }, (_, i) => i & 0xff);
  assert.deepEqual(applyRc4(key, applyRc4(key, data)), data);
});
