/** Encodings that BER allows, that nobody allows, or that are meant to hurt: each is refused with the code that says why. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { DerError, DerReader, readDer, writeDer, type DerErrorCode } from './index.ts';

type Read = (reader: DerReader) => unknown;

const any: Read = (reader) => reader.readAny();
const integer: Read = (reader) => reader.readInteger();
const sequence: Read = (reader) => reader.readSequence();
const identifier: Read = (reader) => reader.readOid();
const bits: Read = (reader) => reader.readBitString();
const set: Read = (reader) => reader.readSetOf();

const CASES: Record<string, readonly (readonly [what: string, hex: string, read: Read, code: DerErrorCode])[]> = {
  truncation: [
    ['nothing at all', '', any, 'der.truncated'],
    ['nothing where an INTEGER belongs', '', integer, 'der.truncated'],
    ['a tag without a length', '02', any, 'der.truncated'],
    ['a high tag that does not end', '1f81', any, 'der.truncated'],
    ['a length that ends too soon', '0482', any, 'der.truncated'],
    ['a content that ends too soon', '040301', any, 'der.truncated'],
    ['an element that leaves its parent', '30030204', (reader) => reader.readSequence().readAny(), 'der.truncated'],
    [
      'an inner element longer than its parent',
      '300302040100000000',
      (reader) => reader.readSequence().readAny(),
      'der.truncated',
    ],
    ['a length of almost 4 GiB over nothing', '0484ffffffff', any, 'der.truncated'],
  ],
  lengths: [
    ['an indefinite length', '30800000', any, 'der.bad_length'],
    ['an indefinite length of a string', '24800000', any, 'der.constructed_string'],
    ['a long form where the short one fits', '04810100', any, 'der.bad_length'],
    ['a long form of 127', `04817f${'00'.repeat(127)}`, any, 'der.bad_length'],
    ['a length with a leading zero', `04820080${'00'.repeat(128)}`, any, 'der.bad_length'],
    ['a length of zero in four octets', '048400000000', any, 'der.bad_length'],
    ['a length of five octets', '04850100000000', any, 'der.too_large'],
    ['a length of 127 octets', `04ff${'ff'.repeat(127)}`, any, 'der.too_large'],
  ],
  tags: [
    ['another tag', '040101', integer, 'der.unexpected_tag'],
    ['a primitive SEQUENCE', '1000', sequence, 'der.unexpected_tag'],
    ['a constructed INTEGER', '2203020101', integer, 'der.unexpected_tag'],
    ['a private tag', 'c10101', integer, 'der.unexpected_tag'],
    ['an end-of-contents mark', '0000', any, 'der.bad_tag'],
    ['a padded high tag', '1f801f00', any, 'der.bad_tag'],
    ['a high tag under 31', '1f1e00', any, 'der.bad_tag'],
    ['a tag number of five octets', '1f818080800000', any, 'der.bad_tag'],
    ['an endless tag number', `1f${'ff'.repeat(1000)}`, any, 'der.bad_tag'],
  ],
  'constructed strings': [
    ['BIT STRING', '2305030300aabb', any, 'der.constructed_string'],
    ['OCTET STRING', '2403040101', any, 'der.constructed_string'],
    ['UTF8String', '2c030c0141', any, 'der.constructed_string'],
    ['PrintableString', '3303130141', any, 'der.constructed_string'],
    ['IA5String', '3603160141', any, 'der.constructed_string'],
    ['BMPString', '3e041e020041', any, 'der.constructed_string'],
    ['UTCTime', '370f170d3234303130313030303030305a', any, 'der.constructed_string'],
  ],
  integers: [
    ['no octets', '0200', integer, 'der.bad_value'],
    ['a padded positive number', '02020001', integer, 'der.bad_value'],
    ['a padded negative number', '0202ff80', integer, 'der.bad_value'],
    ['a number of 4,097 octets', `02821001${'7f'.repeat(4097)}`, integer, 'der.too_large'],
    ['a negative small number', '0201ff', (reader) => reader.readSmallInteger(10), 'der.out_of_range'],
    ['a small number over its bound', '02010b', (reader) => reader.readSmallInteger(10), 'der.out_of_range'],
    [
      'a small number of nine octets',
      '0209010000000000000000',
      (reader) => reader.readSmallInteger(Number.MAX_SAFE_INTEGER),
      'der.out_of_range',
    ],
    ['an ENUMERATED over its bound', '0a0105', (reader) => reader.readEnumerated(4), 'der.out_of_range'],
  ],
  'object identifiers': [
    ['no octets', '0600', identifier, 'der.bad_value'],
    ['an arc that does not end', '06022a86', identifier, 'der.bad_value'],
    ['a padded first arc', '06028001', identifier, 'der.bad_value'],
    ['a padded later arc', '06042a808001', identifier, 'der.bad_value'],
    ['65 octets', `0641${'2a'.repeat(65)}`, identifier, 'der.too_large'],
    ['an arc of 129 bits', `061484${'80'.repeat(17)}002a`, identifier, 'der.too_large'],
    ['an arc that fills 64 octets', `0640${'ff'.repeat(63)}7f`, identifier, 'der.too_large'],
  ],
  'other values': [
    ['a BOOLEAN of 01', '010101', (reader) => reader.readBoolean(), 'der.bad_value'],
    ['a BOOLEAN of two octets', '0102ffff', (reader) => reader.readBoolean(), 'der.bad_value'],
    ['an empty BOOLEAN', '0100', (reader) => reader.readBoolean(), 'der.bad_value'],
    ['a NULL with content', '050100', (reader) => reader.readNull(), 'der.bad_value'],
    ['a BIT STRING without its count', '0300', bits, 'der.bad_value'],
    ['8 unused bits', '03020800', bits, 'der.bad_value'],
    ['unused bits of nothing', '030101', bits, 'der.bad_value'],
    ['unused bits that are set', '03020101', bits, 'der.bad_value'],
    ['a public key of 7 bits', '03020180', (reader) => reader.readBitStringBytes(), 'der.bad_value'],
    ['a UTCTime with an offset', '170e3234303130313030303030302b30', (reader) => reader.readTime(), 'der.bad_value'],
    ['a UTCTime without seconds', '170b323430313031303030305a', (reader) => reader.readTime(), 'der.bad_value'],
    ['a GeneralizedTime of two digits a year', '180d3234303130313030303030305a', (r) => r.readTime(), 'der.bad_value'],
    ['a time that is text', '0c0141', (reader) => reader.readTime(), 'der.unexpected_tag'],
  ],
  sets: [
    ['descending elements', '3106020102020101', set, 'der.unsorted_set'],
    ['the longer of two first', '310704020000040100', set, 'der.unsorted_set'],
    ['a broken element', '3103020201', set, 'der.truncated'],
  ],
  'what follows': [
    ['an octet behind the structure', '300000', sequence, 'der.trailing_bytes'],
    ['a second structure', '30003000', sequence, 'der.trailing_bytes'],
    ['an element that is not read', '3003020101', (reader) => reader.readSequence().finish(), 'der.trailing_bytes'],
  ],
};

for (const [group, cases] of Object.entries(CASES)) {
  describe(`refuses ${group}`, () => {
    for (const [what, hex, read, code] of cases) {
      it(what, () => {
        const bytes = Uint8Array.fromHex(hex);
        assert.throws(
          () => readDer(bytes, read),
          (error) => error instanceof DerError && error.code === code,
        );
      });
    }
  });
}

it('accepts an unsorted SET OF only where the structure says so', () => {
  const reader = new DerReader(Uint8Array.fromHex('3106020102020101')).readSetOf({ anyOrder: true });
  assert.equal(reader.readInteger(), 2n);
  assert.equal(reader.readInteger(), 1n);
});

it('stops at 32 levels of nesting', () => {
  let der = new Uint8Array(0);
  for (let i = 0; i < 60; i++) der = Uint8Array.from(writeDer((writer) => writer.primitive(0x30, der)));
  const descend = (bytes: Uint8Array) => {
    let reader = new DerReader(bytes);
    for (let i = 0; i < 60; i++) reader = reader.readSequence();
  };
  assert.throws(
    () => descend(der),
    (error) => error instanceof DerError && error.code === 'der.too_deep',
  );
});

it('says where the fault stands in the whole input', () => {
  const der = Uint8Array.fromHex('30083006020101020101');
  der[8] = 0x00;
  assert.throws(
    () => {
      const inner = new DerReader(der).readSequence().readSequence();
      inner.readInteger();
      inner.readInteger();
    },
    (error) => error instanceof DerError && error.offset === 7 && error.message.endsWith('(at byte 7)'),
  );
});

it('reads a million elements in one pass', () => {
  const reader = new DerReader(new Uint8Array(2_000_000).map((_, i) => (i % 2 === 0 ? 0x05 : 0x00)));
  let count = 0;
  for (; !reader.atEnd; count++) reader.readNull();
  assert.equal(count, 1_000_000);
});

it('answers arbitrary octets with an element or a DerError, never with anything else', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      const walk = (reader: DerReader): void => {
        while (!reader.atEnd) {
          const { tag, content } = reader.readAny();
          if ((tag & 0x20) !== 0) walk(new DerReader(content));
        }
      };
      try {
        walk(new DerReader(bytes));
      } catch (error) {
        assert.ok(error instanceof DerError);
      }
    }),
    { numRuns: 500 },
  );
});

it('reads no octet that it would write otherwise', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 12 }), (content) => {
      const der = Uint8Array.of(0x02, content.length, ...content);
      let value;
      try {
        value = readDer(der, (reader) => reader.readInteger());
      } catch (error) {
        assert.ok(error instanceof DerError);
        return;
      }
      assert.deepEqual(
        writeDer((writer) => writer.integer(value)),
        der,
      );
    }),
  );
});
