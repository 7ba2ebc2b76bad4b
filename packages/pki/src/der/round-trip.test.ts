import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as fc from 'fast-check';
import { compareBytes, DerReader, readDer, Tag, writeDer, type DerWriter } from './index.ts';

const reader = (write: (writer: DerWriter) => void) => new DerReader(writeDer(write));

it('reads back every INTEGER it writes', () => {
  fc.assert(
    fc.property(fc.bigInt(-(2n ** 520n), 2n ** 520n), (value) => {
      assert.equal(reader((writer) => writer.integer(value)).readInteger(), value);
    }),
  );
});

for (const [value, hex] of [
  [0n, '020100'],
  [127n, '02017f'],
  [128n, '02020080'],
  [256n, '02020100'],
  [-1n, '0201ff'],
  [-128n, '020180'],
  [-129n, '0202ff7f'],
] as const) {
  it(`writes the INTEGER ${value} as ${hex} (X.690 §8.3)`, () => {
    for (const given of [value, Number(value)]) assert.equal(writeDer((writer) => writer.integer(given)).toHex(), hex);
  });
}

it('writes no INTEGER of what is not a whole number', () => {
  for (const value of [0.5, -0.5, Number.NaN, Infinity, -Infinity, '12' as unknown as number])
    assert.throws(() => writeDer((writer) => writer.integer(value)), RangeError, String(value));
});

it('writes a magnitude as a positive INTEGER', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (magnitude) => {
      const value = reader((writer) => writer.unsignedInteger(magnitude)).readInteger();
      assert.equal(value, BigInt(`0x0${magnitude.toHex()}`));
    }),
  );
});

it('reads back octets of every length form', () => {
  for (const length of [0, 1, 127, 128, 255, 256, 65_535, 65_536, 70_000]) {
    const bytes = new Uint8Array(length).fill(7);
    const der = writeDer((writer) => writer.sequence((sequence) => sequence.octetString(bytes)));
    assert.deepEqual(
      readDer(der, (outer) => outer.readSequence().readOctetString()),
      bytes,
    );
  }
});

it('reads back tag numbers of up to four octets (X.690 §8.1.2.4)', () => {
  fc.assert(
    fc.property(fc.integer({ min: 31, max: 2 ** 28 - 1 }), fc.uint8Array({ maxLength: 300 }), (number, content) => {
      const [primitive, constructed] = [0x5f + number * 256, 0x7f + number * 256];
      const from = reader((writer) => writer.constructed(constructed, () => writer.primitive(primitive, content)));
      const inner = from.readConstructed(constructed);
      assert.deepEqual(inner.readElement(primitive).content, content);
      inner.finish();
      from.finish();
    }),
  );
});

it('reads back nested sequences of any shape', () => {
  interface Tree {
    readonly leaf: Uint8Array;
    readonly children: readonly Tree[];
  }
  const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
    tree: fc.record(
      {
        leaf: fc.uint8Array({ maxLength: 200 }),
        children: fc.oneof({ depthSize: 'small' }, fc.constant([]), fc.array(tie('tree'), { maxLength: 4 })),
      },
      { noNullPrototype: true },
    ),
  }));
  const write = (writer: DerWriter, { leaf, children }: Tree): void => {
    writer.sequence((sequence) => {
      sequence.octetString(leaf);
      for (const child of children) write(sequence, child);
    });
  };
  const read = (from: DerReader): Tree => {
    const sequence = from.readSequence();
    const leaf = sequence.readOctetString();
    const children: Tree[] = [];
    while (!sequence.atEnd) children.push(read(sequence));
    return { leaf, children };
  };
  fc.assert(
    fc.property(tree, (value) => {
      const der = writeDer((writer) => write(writer, value));
      assert.deepEqual(readDer(der, read), value);
    }),
  );
});

it('reads back named bits without their trailing zeros (X.690 §11.2.2)', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 20 }), (bits) => {
      const { bytes, unusedBits } = reader((writer) => writer.namedBits(bits)).readBitString();
      const read = Array.from({ length: bytes.length * 8 - unusedBits }, (_, i) => (bytes[i >> 3]! << (i & 7)) & 0x80);
      assert.deepEqual(
        read.map((bit) => bit !== 0),
        bits.slice(0, bits.lastIndexOf(true) + 1),
      );
    }),
  );
});

it('puts the elements of a SET OF in ascending order (X.690 §11.6)', () => {
  const elements = fc.array(
    fc.uint8Array({ maxLength: 5 }).map((bytes) => writeDer((writer) => writer.octetString(bytes))),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(elements, (values) => {
      const set = reader((writer) => writer.setOf(values)).readSetOf();
      const read: Uint8Array[] = [];
      while (!set.atEnd) read.push(set.readAny().raw);
      assert.deepEqual(read, values.toSorted(compareBytes));
    }),
  );
});

it('reads back the other simple types', () => {
  const from = reader((writer) =>
    writer.boolean(true).boolean(false).null().enumerated(10).utf8String('é').bitString(Uint8Array.of(0xf0), 4),
  );
  assert.equal(from.readBoolean(), true);
  assert.equal(from.readBoolean(), false);
  from.readNull();
  assert.equal(from.readEnumerated(10), 10);
  assert.equal(new TextDecoder().decode(from.readElement(Tag.utf8String).content), 'é');
  assert.deepEqual(from.readBitString(), { bytes: Uint8Array.of(0xf0), unusedBits: 4 });
  from.finish();
});

it('answers undefined for an optional element that is not there', () => {
  const from = reader((writer) => writer.integer(1));
  assert.equal(from.readOptionalExplicit(0), undefined);
  assert.equal(from.readOptionalImplicit(0), undefined);
  assert.equal(from.readInteger(), 1n);
  assert.equal(from.readOptionalExplicit(0), undefined);
});

it('hands out views on the input, not copies', () => {
  const der = writeDer((writer) => writer.sequence((sequence) => sequence.octetString(Uint8Array.of(1, 2))));
  const content = new DerReader(der).readSequence().readOctetString();
  assert.equal(content.buffer, der.buffer);
});

it('writes the same with a writer that another structure was written with', () => {
  const small = () => writeDer((writer) => writer.sequence(() => writer.integer(5)));
  const before = small();
  writeDer((writer) => writer.octetString(new Uint8Array(100_000).fill(0xaa)));
  assert.throws(
    () => writeDer((writer) => writer.octetString(new Uint8Array(500).fill(0xaa)).time(Number.NaN)),
    RangeError,
  );
  const nested = writeDer((writer) => writer.sequence(() => writer.raw(small()).raw(small())));
  assert.deepEqual(small(), before);
  assert.deepEqual(nested, Uint8Array.of(0x30, 0x0a, ...before, ...before));
});
