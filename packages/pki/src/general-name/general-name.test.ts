import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AsnConvert } from '@peculiar/asn1-schema';
import { SubjectAlternativeName } from '@peculiar/asn1-x509';
import * as fc from 'fast-check';
import { contextConstructed, DerError, DerReader, oid, readDer, writeDer } from '../der/index.ts';
import { DistinguishedName } from '../name/index.ts';
import {
  readGeneralName,
  readGeneralNames,
  writeGeneralName,
  writeGeneralNames,
  type GeneralName,
} from './general-name.ts';
import { formatGeneralNames } from './general-name-text.ts';

/** The subjectAltName of a certificate by OpenSSL 3.0, with one name of each form that its configuration can write. */
const OPENSSL = Uint8Array.fromHex(
  '3081ba8209612e6578616d706c65810b7840792e6578616d706c6587040a000001871020010db80000000000000000000000018612687474703a2f2f612e' +
    '6578616d706c652f6288032a0304a021060a2b060104018237140203a0130c11616c696365406578616d706c652e636f6da41f301d310b30090603550406' +
    '13025345310e300c06035504030c05416c696365a02b06062b0601050202a021301fa0061b04502e5345a1153013a003020100a10c300a1b03666f6f1b03' +
    '626172',
);

const ascii = fc.string({ unit: 'grapheme-ascii', maxLength: 20 });
const value = fc.uint8Array({ maxLength: 20 }).map((bytes) => writeDer((writer) => writer.octetString(bytes)));
const address = fc
  .constantFrom(4, 8, 16, 32)
  .chain((length) => fc.uint8Array({ minLength: length, maxLength: length }));
const generalNames: fc.Arbitrary<GeneralName> = fc.oneof(
  value.map((value) => ({ type: 'otherName' as const, typeId: oid('1.2.3'), value })),
  ascii.map((value) => ({ type: 'rfc822Name' as const, value })),
  ascii.map((value) => ({ type: 'dNSName' as const, value })),
  value.map((content) => ({ type: 'x400Address' as const, content })),
  fc.constantFrom('CN=a,C=SE', '').map((text) => ({
    type: 'directoryName' as const,
    value: DistinguishedName.parse(text),
  })),
  value.map((content) => ({ type: 'ediPartyName' as const, content })),
  ascii.map((value) => ({ type: 'uniformResourceIdentifier' as const, value })),
  address.map((value) => ({ type: 'iPAddress' as const, value })),
  fc.constantFrom('1.2.3', '2.5.29.17').map((text) => ({ type: 'registeredID' as const, value: oid(text) })),
);

/** A form of a name that deepEqual compares: a DistinguishedName by its DER. */
const plain = (name: GeneralName) => (name.type === 'directoryName' ? { ...name, value: name.value.der } : name);

it('reads back every list of names it writes', () => {
  fc.assert(
    fc.property(fc.array(generalNames, { minLength: 1, maxLength: 6 }), (names) => {
      const der = writeDer((writer) => writeGeneralNames(writer, names));
      assert.deepEqual(readDer(der, (reader) => readGeneralNames(reader)).map(plain), names.map(plain));
    }),
  );
});

it('reads what OpenSSL writes, and writes the same octets', () => {
  const names = readDer(OPENSSL, (reader) => readGeneralNames(reader));
  assert.equal(
    formatGeneralNames(names),
    'dNSName=a.example, rfc822Name=x@y.example, iPAddress=10.0.0.1, iPAddress=2001:db8::1, ' +
      'uniformResourceIdentifier=http://a.example/b, registeredID=1.2.3.4, upn=alice@example.com, ' +
      'directoryName=CN=Alice\\,C=SE, krb5principal=foo/bar@P.SE',
  );
  assert.deepEqual(
    writeDer((writer) => writeGeneralNames(writer, names)),
    OPENSSL,
  );
});

it('writes what @peculiar/asn1-x509 reads', () => {
  const der = writeDer((writer) =>
    writeGeneralNames(writer, [
      { type: 'dNSName', value: 'a.example' },
      { type: 'iPAddress', value: Uint8Array.of(10, 0, 0, 1) },
      { type: 'directoryName', value: DistinguishedName.parse('CN=a') },
      { type: 'registeredID', value: oid('1.2.3') },
    ]),
  );
  const [dns, ip, directory, registered] = AsnConvert.parse(der, SubjectAlternativeName);
  assert.equal(dns?.dNSName, 'a.example');
  assert.equal(ip?.iPAddress, '10.0.0.1');
  assert.equal(directory?.directoryName?.[0]?.[0]?.value.toString(), 'a');
  assert.equal(registered?.registeredID, '1.2.3');
});

it('reads and writes a list under an implicit tag', () => {
  const tag = contextConstructed(1);
  const der = writeDer((writer) => writeGeneralNames(writer, [{ type: 'dNSName', value: 'a' }], tag));
  assert.equal(der.toHex(), 'a103820161');
  assert.deepEqual(readGeneralNames(new DerReader(der), tag), [{ type: 'dNSName', value: 'a' }]);
});

it('reads a directoryName whose attributes are out of order, and writes it as it came', () => {
  // OU=b before CN=a in one component, as an authorityKeyIdentifier repeats it.
  const der = Uint8Array.fromHex('301aa418301631143008060355040b0c0162300806035504030c0161');
  const names = readDer(der, (reader) => readGeneralNames(reader));
  assert.equal(formatGeneralNames(names), 'directoryName=OU=b+CN=a');
  assert.equal(writeDer((writer) => writeGeneralNames(writer, names)).toHex(), der.toHex());
});

describe('refuses DER', () => {
  for (const [why, hex, code] of [
    ['of no names', '3000', 'der.bad_value'],
    ['of an unknown form', '30028900', 'der.unexpected_tag'],
    ['of a constructed dNSName', '3003a20161', 'der.unexpected_tag'],
    ['of a primitive directoryName', '30028400', 'der.unexpected_tag'],
    ['of a universal string', '30030c0161', 'der.unexpected_tag'],
    ['of a dNSName that is not ASCII', '30048202c3a4', 'der.bad_value'],
    ['of an address of five octets', '300787050a00000001', 'der.bad_value'],
    ['of an implicit directoryName', '3002a400', 'der.truncated'],
    ['of an otherName without a value', '3006a00406022a03', 'der.truncated'],
    ['of an otherName of two values', '300ca00a06022a03a00405000500', 'der.trailing_bytes'],
    ['of an invalid registeredID', '30028800', 'der.bad_value'],
  ] as const) {
    it(why, () => {
      assert.throws(
        () => readDer(Uint8Array.fromHex(hex), (reader) => readGeneralNames(reader)),
        (error) => error instanceof DerError && error.code === code,
      );
    });
  }

  it('that ends where a name belongs', () => {
    assert.throws(
      () => readGeneralName(new DerReader(new Uint8Array(0))),
      (error) => error instanceof DerError && error.code === 'der.truncated',
    );
  });
});

it('refuses to write what has no encoding', () => {
  const write = (name: GeneralName) => () => writeDer((writer) => writeGeneralName(writer, name));
  assert.throws(write({ type: 'dNSName', value: 'räv.example' }), RangeError);
  assert.throws(write({ type: 'iPAddress', value: new Uint8Array(5) }), RangeError);
  assert.throws(() => writeDer((writer) => writeGeneralNames(writer, [])), RangeError);
});
