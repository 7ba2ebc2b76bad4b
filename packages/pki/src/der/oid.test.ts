import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { it } from 'node:test';
import * as fc from 'fast-check';
import { DerError } from './errors.ts';
import { decodeOid, encodeOid, hashOf, isOid, oid } from './oid.ts';

/** Well-formed identifiers of the sizes that occur, UUID arcs included. */
const oids = fc
  .tuple(
    fc.oneof(
      fc.tuple(fc.constantFrom(0n, 1n), fc.bigInt(0n, 39n)),
      fc.tuple(fc.constant(2n), fc.bigInt(0n, 2n ** 64n)),
    ),
    fc.array(fc.oneof(fc.bigInt(0n, 200_000n), fc.bigInt(0n, 2n ** 128n - 1n)), { maxLength: 2 }),
  )
  .map(([first, rest]) => oid([...first, ...rest].join('.')));

it('never takes an identifier for another one that was read before', () => {
  const byHash = new Map<number, Uint8Array>();
  for (let number = 0; number < 1_000_000; number++) {
    const digest = createHash('sha256').update(String(number)).digest();
    const bytes = Uint8Array.of(0x2a, ...digest.map((octet) => octet & 0x7f));
    const hash = hashOf(bytes);
    const other = byHash.get(hash);
    byHash.set(hash, bytes);
    if (other === undefined) continue;
    const [one, two] = [decodeOid(other, 0), decodeOid(bytes, 0)];
    assert.deepEqual([encodeOid(one), encodeOid(two)], [other, bytes]);
    assert.deepEqual([decodeOid(other, 0), decodeOid(bytes, 0)], [one, two]);
    return;
  }
  assert.fail('no two have the same hash');
});

it('reads back every identifier it writes', () => {
  fc.assert(fc.property(oids, (value) => assert.equal(decodeOid(encodeOid(value), 0), value)));
});

it('writes back every encoding it reads', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 70 }), (bytes) => {
      let text;
      try {
        text = decodeOid(bytes, 0);
      } catch (error) {
        assert.ok(error instanceof DerError);
        return;
      }
      assert.ok(isOid(text), `${text} is refused as text`);
      assert.deepEqual(encodeOid(text), bytes);
    }),
    { numRuns: 500 },
  );
});

for (const [text, hex] of [
  ['1.2.840.113549', '2a864886f70d'],
  ['2.5.4.3', '550403'],
  ['0.9.2342.19200300.100.1.25', '0992268993f22c640119'],
  ['2.999.3', '883703'],
  ['2.25.329800735698586629295641978511506172918', '6983f09da7ebcfdee0c7a1a7b2c0948cc8f9d776'],
] as const) {
  it(`encodes ${text} as ${hex}`, () => {
    assert.equal(encodeOid(oid(text)).toHex(), hex);
    assert.equal(decodeOid(Uint8Array.fromHex(hex), 0), text);
  });
}

for (const text of ['', '1', '1.', '.1', '3.1', '0.40', '1.40', '1.02', '1.2.', '1.2..3', '1.-2', '1.2.x', ' 1.2']) {
  it(`refuses the text '${text}'`, () => {
    assert.equal(isOid(text), false);
    assert.throws(() => oid(text), RangeError);
  });
}

it('refuses an arc of more than 128 bits in text', () => {
  assert.equal(isOid(`2.25.${2n ** 128n - 1n}`), true);
  assert.equal(isOid(`2.25.${2n ** 128n}`), false);
});

it('refuses text that would need more than 64 octets', () => {
  assert.equal(isOid(`1.2${'.3'.repeat(63)}`), true);
  assert.equal(isOid(`1.2${'.3'.repeat(64)}`), false);
});
