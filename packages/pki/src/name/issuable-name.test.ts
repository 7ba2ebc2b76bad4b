import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DerError, oid, Tag, writeDer, type Oid } from '../der/index.ts';
import { AttributeType, DistinguishedName, NameError, requireIssuableName, type NameErrorCode } from './index.ts';

const { commonName, country, serialNumber } = AttributeType;
const other = oid('1.2.3.4');

type Value = readonly [type: Oid, tag: number, content: string | readonly number[]];

/** A name of components of one attribute each. */
function nameOf(...values: readonly Value[]): DistinguishedName {
  const der = writeDer((writer) =>
    writer.sequence((name) => {
      for (const [type, tag, content] of values) {
        const octets = typeof content === 'string' ? new TextEncoder().encode(content) : Uint8Array.from(content);
        name.setOf([writeDer((pair) => pair.sequence(() => pair.oid(type).primitive(tag, octets)))]);
      }
    }),
  );
  return DistinguishedName.fromDer(der);
}

describe('a name that somebody else encoded may be issued', () => {
  const cases: readonly (readonly [why: string, ...values: Value[]])[] = [
    ['when it is empty'],
    ['in any string type', [commonName, Tag.bmpString, [0, 0x61]], [commonName, Tag.teletexString, [0xe4]]],
    ['with a wildcard in a PrintableString', [commonName, Tag.printableString, '*.example.com']],
    ['with a country in UTF-8', [country, Tag.utf8String, 'SE']],
    ['with a common name of 64 characters', [commonName, Tag.utf8String, 'ä'.repeat(64)]],
    ['with an attribute of no known type that is not text', [other, Tag.integer, [1]]],
    ['with 128 attributes', ...Array.from({ length: 128 }, (): Value => [commonName, Tag.utf8String, 'a'])],
  ];
  for (const [why, ...values] of cases)
    it(why, () => {
      const name = nameOf(...values);
      const before = name.der.toHex();
      requireIssuableName(name);
      assert.equal(name.der.toHex(), before);
    });
});

describe('a name that somebody else encoded is not issued', () => {
  const cases: readonly (readonly [why: string, code: NameErrorCode, message: RegExp, ...values: Value[]])[] = [
    ['with a NUL', 'name.bad_value', /CN holds a control/, [commonName, Tag.utf8String, 'a.example\0.evil']],
    ['with a NUL in a PrintableString', 'name.bad_value', /CN holds/, [commonName, Tag.printableString, 'a\0']],
    ['with a line break', 'name.bad_value', /CN holds a control/, [commonName, Tag.utf8String, 'a\nb']],
    ['with a control character of C1', 'name.bad_value', /CN holds/, [commonName, Tag.utf8String, 'a\u0085']],
    ['with a NUL in a BMPString', 'name.bad_value', /CN holds/, [commonName, Tag.bmpString, [0, 0x61, 0, 0]]],
    ['with a NUL in an unknown attribute', 'name.bad_value', /1\.2\.3\.4 holds/, [other, Tag.ia5String, 'a\0']],
    ['with an empty value', 'name.bad_value', /CN is empty/, [commonName, Tag.utf8String, '']],
    ['with malformed UTF-8', 'name.bad_value', /CN is not text/, [commonName, Tag.utf8String, [0xc3, 0x28]]],
    ['with malformed UTF-8 in an unknown one', 'name.bad_value', /is not text/, [other, Tag.utf8String, [0xc3]]],
    ['with a common name that is not text', 'name.bad_value', /CN is not text/, [commonName, Tag.integer, [1]]],
    ['with a common name of 65', 'name.too_long', /at most 64/, [commonName, Tag.utf8String, 'a'.repeat(65)]],
    ['with a country of three letters', 'name.too_long', /C takes/, [country, Tag.printableString, 'SWE']],
    ['with digits for a country', 'name.bad_value', /not a valid C:/, [country, Tag.printableString, '12']],
    ['with a bad serial number', 'name.bad_value', /not a valid SN:/, [serialNumber, Tag.utf8String, 'a_b']],
    ['with a huge unknown value', 'name.too_long', /octets/, [other, Tag.octetString, Array<number>(40_000).fill(0)]],
    [
      'with 129 attributes',
      'name.too_long',
      /129 attributes/,
      ...Array.from({ length: 129 }, (): Value => [commonName, Tag.utf8String, 'a']),
    ],
  ];
  for (const [why, code, message, ...values] of cases)
    it(why, () => {
      const name = nameOf(...values);
      assert.throws(
        () => requireIssuableName(name),
        (error) => error instanceof NameError && error.code === code && message.test(error.message),
      );
    });
});

describe('the number of attributes', () => {
  const many = (count: number) => Array.from({ length: count }, (): Value => [commonName, Tag.utf8String, 'a']);

  it('is at most 1,000 in a name that is read', () => {
    assert.equal(nameOf(...many(1000)).rdns.length, 1000);
    assert.throws(
      () => nameOf(...many(1001)),
      (error) => error instanceof DerError && error.code === 'der.too_large',
    );
  });

  it('is at most 1,000 in a name that is typed', () => {
    assert.throws(
      () => DistinguishedName.parse(Array<string>(1001).fill('O=').join(','), { lenient: true }),
      (error) => error instanceof NameError && error.code === 'name.too_long',
    );
  });
});
