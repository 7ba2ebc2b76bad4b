import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AsnConvert } from '@peculiar/asn1-schema';
import { Name } from '@peculiar/asn1-x509';
import * as fc from 'fast-check';
import { DerError, DerReader, oid, Tag, writeDer, type Oid } from '../der/index.ts';
import { AttributeType, DistinguishedName, NameError, type NameErrorCode } from './index.ts';

/**
 * Written by OpenSSL 3.0: `openssl req -x509 -utf8 -multivalue-rdn -subj '/C=SE/O=Test, Räksmörgås \+ "x"/OU=#1 <a>;\\b
 * /DC=example/CN=Alice+serialNumber=12/emailAddress=a@b.example'`.
 */
const OPENSSL = Uint8Array.fromHex(
  '308195310b300906035504061302534531223020060355040a0c19546573742c2052c3a46b736dc3b67267c3a573202b2022782231123010060355040b0c' +
    '092331203c613e3b5c6231173015060a0992268993f22c64011916076578616d706c6531193009060355040513023132300c06035504030c05416c6963' +
    '65311a301806092a864886f70d010901160b6140622e6578616d706c65',
);
const OPENSSL_TEXT =
  'E=a@b.example,SN=12+CN=Alice,DC=example,OU=\\#1 \\<a\\>\\;\\\\b,O=Test\\, Räksmörgås \\+ \\"x\\",C=SE';

const parse = (text: string) => DistinguishedName.parse(text);
const isNameError = (code: NameErrorCode) => (error: unknown) => error instanceof NameError && error.code === code;
const isDerError = (code: DerError['code']) => (error: unknown) => error instanceof DerError && error.code === code;

/** Texts with many characters that have a meaning in RFC 4514. */
const texts = (minLength: number) =>
  fc
    .array(
      fc.oneof(
        fc.constantFrom(' ', ',', '+', '"', '\\', '<', '>', ';', '=', '#', '$', 'é', '\u0301'),
        fc.integer({ min: 0x20, max: 0x7e }).map((point) => String.fromCodePoint(point)),
        fc.integer({ min: 0xe000, max: 0x10ffff }).map((point) => String.fromCodePoint(point)),
      ),
      { minLength, maxLength: 20 },
    )
    .map((characters) => characters.join(''));

/** The DER of a name of one attribute with any value. */
function nameOf(type: Oid, tag: number, content: Uint8Array): DistinguishedName {
  const pair = writeDer((writer) => writer.sequence((sequence) => sequence.oid(type).primitive(tag, content)));
  return DistinguishedName.fromDer(writeDer((writer) => writer.sequence((name) => name.setOf([pair]))));
}

const ascii = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe('between DER and text', () => {
  it('shows a name that OpenSSL wrote (RFC 4514)', () => {
    assert.equal(DistinguishedName.fromDer(OPENSSL).toString(), OPENSSL_TEXT);
  });

  it('writes the octets that OpenSSL writes', () => {
    assert.equal(parse(OPENSSL_TEXT).der.toHex(), OPENSSL.toHex());
  });

  it('writes what @peculiar/asn1-x509 reads', () => {
    const name = AsnConvert.parse(parse('CN=Räv,O=Test,DC=example,C=SE').der, Name);
    const read = Array.from(name).flatMap((rdn) => rdn.map(({ type, value }) => `${type}=${value.toString()}`));
    assert.deepEqual(read, ['2.5.4.6=SE', '0.9.2342.19200300.100.1.25=example', '2.5.4.10=Test', '2.5.4.3=Räv']);
  });

  it('puts the last component of the text first in the DER (RFC 4514 §2.1)', () => {
    const name = parse('CN=Issuing CA,O=Test,C=SE');
    assert.deepEqual(
      name.rdns.map((rdn) => rdn.map(({ value }) => value)),
      [['SE'], ['Test'], ['Issuing CA']],
    );
    assert.equal(name.toString(), 'CN=Issuing CA,O=Test,C=SE');
  });

  it('keeps the octets it read, whatever string types they use', () => {
    const name = nameOf(AttributeType.commonName, Tag.teletexString, ascii('R\u00e4v'));
    assert.deepEqual(DistinguishedName.fromDer(name.der).der, name.der);
    assert.equal(name.toString(), 'CN=Räv');
  });

  it('reads a Name inside another structure and leaves what follows', () => {
    const reader = new DerReader(Uint8Array.of(...OPENSSL, 0x05, 0x00));
    assert.deepEqual(DistinguishedName.read(reader).der, OPENSSL);
    reader.readNull();
    reader.finish();
  });

  it('reads and writes the empty name', () => {
    const empty = parse(' ');
    assert.equal(empty.der.toHex(), '3000');
    assert.equal(empty.isEmpty, true);
    assert.equal(empty.toString(), '');
    assert.equal(empty.equals(DistinguishedName.of([])), true);
  });

  it('sorts the attributes of a component as X.690 §11.6 asks', () => {
    assert.deepEqual(parse('CN=a+SN=1').der, parse('SN=1+CN=a').der);
  });

  it('reads back every name it wrote', () => {
    const attribute = fc.record({
      type: fc.constantFrom(
        AttributeType.commonName,
        AttributeType.organization,
        oid('2.5.4.13'),
        oid('2.5.4.16'),
        oid('1.2.3.4'),
      ),
      value: texts(1),
    });
    const text = fc.array(fc.array(attribute, { minLength: 1, maxLength: 3 }), { maxLength: 4 });
    fc.assert(
      fc.property(text, (rdns) => {
        let name;
        try {
          name = DistinguishedName.of(rdns);
        } catch (error) {
          assert.ok(error instanceof NameError);
          return;
        }
        assert.deepEqual(parse(name.toString()).der, name.der);
        assert.deepEqual(DistinguishedName.fromDer(name.der).key, name.key);
      }),
      { numRuns: 300 },
    );
  });

  it('reads its own text of any well-formed DER as an equal name', () => {
    const value = fc.oneof(
      fc.record({
        tag: fc.constantFrom(
          Tag.utf8String,
          Tag.printableString,
          Tag.ia5String,
          Tag.teletexString,
          Tag.bmpString,
          Tag.universalString,
          Tag.octetString,
        ),
        content: fc.uint8Array({ maxLength: 12 }),
      }),
      fc.record({
        tag: fc.constant(Tag.utf8String),
        content: texts(0).map((text) => new TextEncoder().encode(text)),
      }),
    );
    const type = fc.constantFrom(AttributeType.commonName, AttributeType.country, oid('2.5.4.16'), oid('1.2.3'));
    fc.assert(
      fc.property(type, value, (type, { tag, content }) => {
        const name = nameOf(type, tag, content);
        const again = DistinguishedName.parse(name.toString(), { lenient: true });
        assert.equal(again.key, name.key, name.toString());
      }),
      { numRuns: 500 },
    );
  });
});

describe('text input', () => {
  for (const [why, text, expected] of [
    ['blanks around separators', ' CN = a , O=b  ,C =SE ', 'CN=a,O=b,C=SE'],
    ['names in any case', 'cn=a,Ou=b,c=SE', 'CN=a,OU=b,C=SE'],
    ['aliases', 'emailAddress=a@b,S=x,DNQ=y,serialNumber=1,title=t,GN=g', 'E=a@b,ST=x,DN=y,SN=1,T=t,GIVENNAME=g'],
    ['dotted identifiers of known types', '2.5.4.3=a,OID.2.5.4.10=b,oid.2.5.4.6=SE', 'CN=a,O=b,C=SE'],
    ['escaped characters', 'CN=\\ a\\,\\+\\"\\\\\\<\\>\\;\\=\\#\\ ', 'CN=\\ a\\,\\+\\"\\\\\\<\\>\\;=#\\ '],
    ['escaped octets', 'CN=R\\C3\\A4v', 'CN=Räv'],
    ['quoted values (RFC 2253 §4)', 'O="a, b + c",C=SE', 'O=a\\, b \\+ c,C=SE'],
    ['an equals sign in a value', 'CN=a=b', 'CN=a=b'],
    ['hexadecimal of a string', 'CN=#0c0161', 'CN=a'],
    ['hexadecimal of something else', 'CN=#0201ff', 'CN=#0201ff'],
    ['a value of an unknown type', '1.2.3=x', '1.2.3=#0c0178'],
    ['lines of a postal address', 'POSTALADDRESS=1 High St.$London', 'POSTALADDRESS=1 High St.$London'],
  ] as const) {
    it(`takes ${why}`, () => assert.equal(parse(text).toString(), expected));
  }

  for (const [why, text, code] of [
    ['no type', 'alice', 'name.syntax'],
    ['an empty type', '=a', 'name.syntax'],
    ['an empty component', 'CN=a,,O=b', 'name.syntax'],
    ['a comma at the end', 'CN=a,', 'name.syntax'],
    ['a plus at the end', 'CN=a+', 'name.syntax'],
    ['an unescaped semicolon', 'CN=a;O=b', 'name.syntax'],
    ['an unescaped quote', 'CN=a"b', 'name.syntax'],
    ['a quote that does not end', 'CN="a,O=b', 'name.syntax'],
    ['text behind a quoted value', 'CN="a"b', 'name.syntax'],
    ['odd hexadecimal', 'CN=#0c016', 'name.syntax'],
    ['no hexadecimal', 'CN=#', 'name.syntax'],
    ['text behind hexadecimal', 'CN=#0c0161x', 'name.syntax'],
    ['hexadecimal that is not DER', 'CN=#0c0261', 'name.bad_value'],
    ['hexadecimal of two elements', 'CN=#05000500', 'name.bad_value'],
    ['an unknown type', 'CNN=a', 'name.unknown_attribute'],
    ['an invalid dotted type', '3.2.1=a', 'name.unknown_attribute'],
    ['an escape of nothing', 'CN=a\\', 'name.bad_escape'],
    ['an escape of a letter', 'CN=\\xa', 'name.bad_escape'],
    ['escaped octets that are not UTF-8', 'CN=\\C3\\28', 'name.bad_escape'],
    ['an empty value', 'CN=', 'name.bad_value'],
    ['half a surrogate pair', 'CN=\ud800', 'name.bad_value'],
    ['a control character', 'CN=a\\00', 'name.bad_value'],
    ['a country of three letters', 'C=SWE', 'name.too_long'],
    ['a country of one letter', 'C=S', 'name.bad_value'],
    ['a country of two digits', 'C=12', 'name.bad_value'],
    ['a serial number that is not a PrintableString', 'SN=a_b', 'name.bad_value'],
    ['a domain component that is not ASCII', 'DC=räv', 'name.bad_value'],
    ['a common name of 65 characters', `CN=${'a'.repeat(65)}`, 'name.too_long'],
    ['seven lines of an address', 'POSTALADDRESS=a$b$c$d$e$f$g', 'name.bad_value'],
    ['more than 4,096 characters', `CN=a${',O=b'.repeat(1024)}`, 'name.too_long'],
  ] as const) {
    it(`refuses ${why}`, () => assert.throws(() => parse(text), isNameError(code)));
  }

  it('counts characters, not UTF-16 units, for upper bounds', () => {
    assert.equal(parse(`CN=${'😀'.repeat(64)}`).values(AttributeType.commonName)[0]?.length, 128);
  });

  it('takes for a look-up what it would not issue', () => {
    const lenient = (text: string) => DistinguishedName.parse(text, { lenient: true });
    assert.equal(lenient(`OU=${'a'.repeat(100)}`).toString().length, 103);
    assert.equal(lenient('SN=a_b,C=SWE,CN=,O=a\\00').toString(), 'SN=a_b,C=SWE,CN=,O=a\\00');
  });
});

describe('encoding (RFC 5280 §4.1.2.4 and appendix A)', () => {
  for (const [text, tag] of [
    ['CN=a', Tag.utf8String],
    ['C=SE', Tag.printableString],
    ['SN=1', Tag.printableString],
    ['DN=q', Tag.printableString],
    ['E=a@b', Tag.ia5String],
    ['DC=a', Tag.ia5String],
    ['1.2.3=a', Tag.utf8String],
    ['POSTALADDRESS=a', Tag.sequence],
  ] as const) {
    it(`writes ${text} with the tag ${tag.toString(16)}`, () => {
      assert.equal(parse(text).rdns[0]?.[0]?.raw[0], tag);
    });
  }

  it('refuses an empty component as a mistake of the caller', () => {
    assert.throws(() => DistinguishedName.of([[]]), RangeError);
  });
});

describe('values of others', () => {
  for (const [type, tag, content, expected] of [
    ['BMPString', Tag.bmpString, [0x00, 0x41, 0x26, 0x3a], 'CN=A☺'],
    ['a BMPString with a surrogate pair', Tag.bmpString, [0xd8, 0x3d, 0xde, 0x00], 'CN=😀'],
    ['UniversalString', Tag.universalString, [0, 1, 0xf6, 0], 'CN=😀'],
    ['TeletexString', Tag.teletexString, [0x52, 0xe4, 0x76], 'CN=Räv'],
    ['VisibleString', Tag.visibleString, [0x61], 'CN=a'],
    ['NumericString', Tag.numericString, [0x31], 'CN=1'],
    ['a PrintableString with an @', Tag.printableString, [0x61, 0x40], 'CN=a@'],
    ['a UTF8String with a byte order mark', Tag.utf8String, [0xef, 0xbb, 0xbf, 0x61], 'CN=\ufeffa'],
    ['malformed UTF-8', Tag.utf8String, [0xc3, 0x28], 'CN=#0c02c328'],
    ['an odd BMPString', Tag.bmpString, [0x00], 'CN=#1e0100'],
    ['a BMPString of half a pair', Tag.bmpString, [0xd8, 0x00], 'CN=#1e02d800'],
    ['a UniversalString beyond Unicode', Tag.universalString, [0, 0x11, 0, 0], 'CN=#1c0400110000'],
    ['a PrintableString beyond ASCII', Tag.printableString, [0xe4], 'CN=#1301e4'],
    ['an OCTET STRING', Tag.octetString, [0x61], 'CN=#040161'],
  ] as const) {
    it(`shows ${type} as ${expected}`, () => {
      const name = nameOf(AttributeType.commonName, tag, Uint8Array.from(content));
      assert.equal(name.toString(), expected);
      assert.equal(name.rdns[0]![0]!.isText, !expected.includes('#'));
    });
  }

  it('shows a postal address that is a plain string by its octets', () => {
    assert.equal(nameOf(oid('2.5.4.16'), Tag.utf8String, ascii('a')).toString(), 'POSTALADDRESS=#0c0161');
  });

  it('shows control characters as escaped octets', () => {
    assert.equal(nameOf(AttributeType.commonName, Tag.utf8String, ascii('a\n\0')).toString(), 'CN=a\\0A\\00');
  });
});

describe('refuses DER', () => {
  for (const [why, hex, code] of [
    ['that is not a SEQUENCE', '3100', 'der.unexpected_tag'],
    ['with bytes behind', '300000', 'der.trailing_bytes'],
    ['with a component that is not a SET', '30023000', 'der.unexpected_tag'],
    ['with an empty component', '30023100', 'der.bad_value'],
    ['with an attribute of one element', '3009310730050603550403', 'der.truncated'],
    ['with an attribute of three elements', '300e310c300a06035504030c01610500', 'der.trailing_bytes'],
    ['with attributes out of order', '301831163009060355040513023132300906035504030c026161', 'der.unsorted_set'],
  ] as const) {
    it(why, () => assert.throws(() => DistinguishedName.fromDer(Uint8Array.fromHex(hex)), isDerError(code)));
  }
});

describe('comparison (RFC 5280 §7.1)', () => {
  const cn = (tag: number, content: Uint8Array) => nameOf(AttributeType.commonName, tag, content);

  for (const [why, a, b] of [
    ['case', parse('CN=Alice,DC=EXAMPLE'), parse('CN=ALICE,DC=example')],
    ['blanks', parse('CN=Alice  Example'), parse('CN=\\ alice example')],
    ['string types', cn(Tag.printableString, ascii('Alice')), cn(Tag.utf8String, ascii('alice'))],
    ['BMPString', cn(Tag.bmpString, Uint8Array.of(0, 0x41)), cn(Tag.utf8String, ascii('a'))],
    ['the order of attributes in a component', parse('CN=b+SN=A'), parse('SN=a+CN=B')],
  ] as const) {
    it(`ignores ${why}`, () => {
      assert.equal(a.equals(b), true);
      assert.equal(a.key, b.key);
    });
  }

  for (const [why, a, b] of [
    ['values', parse('CN=a'), parse('CN=b')],
    ['types', parse('CN=a'), parse('OU=a')],
    ['the order of components', parse('CN=a,O=b'), parse('O=b,CN=a')],
    ['one component of two attributes and two of one', parse('CN=a+O=b'), parse('CN=a,O=b')],
    ['a prefix', parse('CN=a,O=b'), parse('O=b')],
    ['values that are not text', parse('CN=#020101'), parse('CN=#020102')],
    ['malformed text and the same octets of another type', parse('CN=#0c01c3'), parse('CN=#0401c3')],
  ] as const) {
    it(`tells apart ${why}`, () => {
      assert.equal(a.equals(b), false);
      assert.notEqual(a.key, b.key);
    });
  }

  it('gives the key as SHA-256 in lower-case hex', () => {
    assert.match(parse('CN=a').key, /^[0-9a-f]{64}$/);
  });
});

it('answers the values of one type in the order of the DER', () => {
  const name = parse('CN=x,OU=two,OU=one,O=a');
  assert.deepEqual(name.values(AttributeType.organizationalUnit), ['one', 'two']);
  assert.deepEqual(name.values(AttributeType.country), []);
});

it('turns the order of components round', () => {
  const name = parse('C=SE,O=Test,CN=a+SN=1');
  assert.equal(name.toString(), 'C=SE,O=Test,CN=a+SN=1');
  assert.equal(name.reversed().toString(), 'CN=a+SN=1,O=Test,C=SE');
  assert.deepEqual(name.reversed().reversed().der, name.der);
});
