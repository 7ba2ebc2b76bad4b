import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contextPrimitive, DerError, oid, readDer, Tag, writeDer } from '../der/index.ts';
import { DistinguishedName, NameError } from '../name/index.ts';
import {
  GeneralNameError,
  OtherNameType,
  readGeneralNames,
  requireIssuableGeneralNames,
  type GeneralName,
  type GeneralNameErrorCode,
} from './index.ts';

const dns = (value: string): GeneralName => ({ type: 'dNSName', value });
const mail = (value: string): GeneralName => ({ type: 'rfc822Name', value });
const uri = (value: string): GeneralName => ({ type: 'uniformResourceIdentifier', value });
const address = (length: number): GeneralName => ({ type: 'iPAddress', value: new Uint8Array(length) });
const upn = (text: string): GeneralName => ({
  type: 'otherName',
  typeId: OtherNameType.upn,
  value: writeDer((writer) => writer.utf8String(text)),
});
const unknown = (tag: number, content: readonly number[]): GeneralName => ({
  type: 'otherName',
  typeId: oid('1.2.3.4'),
  value: writeDer((writer) => writer.primitive(tag, Uint8Array.from(content))),
});

describe('may be issued', () => {
  for (const [why, name] of [
    ['a domain name', dns('a.example')],
    ['a name of one label', dns('localhost')],
    ['a wildcard as the first label', dns('*.a.example')],
    ['a label with underscores', dns('_acme_.a.example')],
    ['a domain name of 253', dns(`${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}`)],
    ['a mailbox', mail('alice.b+tag@a.example')],
    ['a mailbox in quotes', mail('"a \\" b"@a.example')],
    ['a mailbox at an address', mail('a@[IPv6:2001:db8::1]')],
    ['a URI', uri('https://[2001:db8::1]/a?b=%20#c')],
    ['a URI of a workload', uri('spiffe://a.example/ns/b')],
    ['a URN', uri('urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6')],
    ['an IPv4 address', address(4)],
    ['an IPv6 address', address(16)],
    ['a user principal name', upn('räv@a.example')],
    ['an otherName that is not text', unknown(Tag.octetString, [0])],
    ['a directory name', { type: 'directoryName', value: DistinguishedName.parse('CN=a') }],
    ['a registered identifier', { type: 'registeredID', value: oid('1.2.3') }],
    ['an EDI party', { type: 'ediPartyName', content: new Uint8Array([0x81, 1, 0x41]) }],
  ] as const satisfies readonly (readonly [string, GeneralName])[])
    it(why, () => assert.doesNotThrow(() => requireIssuableGeneralNames([name])));

  it('500 names', () => {
    assert.doesNotThrow(() => requireIssuableGeneralNames(Array<GeneralName>(500).fill(dns('a'))));
  });
});

describe('is not issued', () => {
  const cases: readonly (readonly [why: string, name: GeneralName, code?: GeneralNameErrorCode])[] = [
    ['a domain name with a NUL', dns('a.example\0.evil')],
    ['a domain name with a line break at its end', dns('a.example\n')],
    ['a domain name with a blank', dns('a b')],
    ['an empty domain name', dns('')],
    ['a domain name with an empty label', dns('a..b')],
    ['a domain name with a dot at its end', dns('a.example.')],
    ['a wildcard alone', dns('*')],
    ['a wildcard behind the first label', dns('a.*.example')],
    ['two wildcards', dns('*.*.example')],
    ['a wildcard that is part of a label', dns('a*.example')],
    ['a label that begins with a hyphen', dns('-a.example')],
    ['a label that ends with a hyphen', dns('a-.example')],
    ['a label of 64', dns('a'.repeat(64))],
    ['a domain name of 254', dns(`${'a'.repeat(62)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}`)],
    ['a mailbox with a NUL', mail('a@b\0.example')],
    ['a mailbox without @', mail('a')],
    ['a mailbox without a name', mail('@a.example')],
    ['a mailbox without a domain', mail('a@')],
    ['a mailbox with two @', mail('a@b@c')],
    ['a mailbox with a blank', mail('a b@c')],
    ['a mailbox at a wildcard', mail('a@*.example')],
    ['a mailbox of a long name', mail(`${'a'.repeat(65)}@b`)],
    ['a relative URI', uri('/a')],
    ['a URI that is a scheme', uri('http:')],
    ['a URI with a NUL', uri('http://a\0b')],
    ['a URI with a blank', uri('http://a b')],
    ['a URI with a lone percent sign', uri('http://a/%2')],
    ['a URI of 5,000 characters', uri(`http://${'a'.repeat(5000)}`)],
    ['an IPv4 network', address(8)],
    ['an IPv6 network', address(32)],
    ['a user principal name with a NUL', upn('a\0@b')],
    ['an empty user principal name', upn('')],
    ['an unknown otherName with a NUL', unknown(Tag.ia5String, [0x61, 0])],
    ['an otherName with malformed UTF-8', unknown(Tag.utf8String, [0xc3, 0x28])],
    ['an otherName of 5,000 octets', unknown(Tag.octetString, Array<number>(5000).fill(1))],
    ['an empty directory name', { type: 'directoryName', value: DistinguishedName.of([]) }],
  ];
  for (const [why, name, code = 'general_name.bad_value'] of cases)
    it(why, () => {
      assert.throws(
        () => requireIssuableGeneralNames([dns('good.example'), name]),
        (error) =>
          error instanceof GeneralNameError &&
          error.code === code &&
          error.message.length < 200 &&
          !/\p{Cc}/u.test(error.message),
      );
    });

  it('a directory name that is not issuable, as names do', () => {
    const value = DistinguishedName.parse('CN=a\\00', { lenient: true });
    assert.throws(() => requireIssuableGeneralNames([{ type: 'directoryName', value }]), NameError);
  });

  it('501 names', () => {
    assert.throws(
      () => requireIssuableGeneralNames(Array<GeneralName>(501).fill(dns('a'))),
      (error) => error instanceof GeneralNameError && error.code === 'general_name.too_many',
    );
  });
});

it('reads at most 1,000 names', () => {
  const names = (count: number) =>
    writeDer((writer) =>
      writer.sequence(() => {
        for (let index = 0; index < count; index++) writer.ascii('a', contextPrimitive(2));
      }),
    );
  assert.equal(readDer(names(1000), (reader) => readGeneralNames(reader)).length, 1000);
  assert.throws(
    () => readDer(names(1001), (reader) => readGeneralNames(reader)),
    (error) => error instanceof DerError && error.code === 'der.too_large',
  );
});
