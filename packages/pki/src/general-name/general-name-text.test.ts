import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { oid, readDer, writeDer } from '../der/index.ts';
import { DistinguishedName, NameError } from '../name/index.ts';
import {
  formatGeneralNames,
  GeneralNameError,
  OTHER_NAME_FORMS,
  otherName,
  OtherNameType,
  otherNameTexts,
  parseGeneralNames,
  readGeneralNames,
  readOtherNameText,
  writeGeneralNames,
  type GeneralName,
  type GeneralNameErrorCode,
} from './index.ts';

const again = (text: string) => formatGeneralNames(parseGeneralNames(text));

/** The names of a text after they have been written to DER and read. */
function throughDer(text: string): string {
  const der = writeDer((writer) => writeGeneralNames(writer, parseGeneralNames(text)));
  return formatGeneralNames(readDer(der, (reader) => readGeneralNames(reader)));
}

describe('reads and writes', () => {
  for (const text of [
    'dNSName=a.example',
    'dNSName=*.a.example',
    'dNSName=_acme.xn--rksmrgs-5wao1o.example',
    'rfc822Name=alice@example.com',
    'iPAddress=10.0.0.1',
    'iPAddress=2001:db8::1',
    'iPAddress=10.0.0.0/8',
    'uniformResourceIdentifier=ldap://a.example/cn=x?y\\,z',
    'registeredID=1.2.840.113549',
    'directoryName=CN=Alice\\\\\\, B\\,O=Test\\,C=SE',
    'upn=alice@example.com',
    'upn=räv\\,x\\\\y@example.com',
    'guid=00112233445566778899aabbccddeeff',
    'krb5principal=foo/bar@P.SE',
    'krb5principal=foo@P.SE',
    'permanentIdentifier=abc 456/1.2.7',
    'permanentIdentifier=abc/',
    'permanentIdentifier=/1.2.7',
    'permanentIdentifier=/',
    'permanentIdentifier=a\\\\/b\\\\\\\\c/1.2.7',
    'hardwareModuleName=1.2.3/0a0b',
    'xmppAddr=räv@example.com',
    'srvName=_ldap.example.com',
    'smtpUTF8Mailbox=räv@example.com',
    'subjectIdentificationMethod=2.16.840.1.101.3.4.2.1::0102::0304',
    'fascN=d4e739da739ced39ce739da1685a1082',
    'otherName=1.2.3;#0c0161',
    'x400Address=#3000',
    'ediPartyName=#a1030c0141',
    'dNSName=a.example, dNSName=b.example, upn=x@y',
  ]) {
    it(text, () => {
      assert.equal(again(text), text);
      assert.equal(throughDer(text), text);
    });
  }
});

describe('takes', () => {
  for (const [why, text, expected] of [
    ['types in any case', 'DNSNAME=a,IPAddress=10.0.0.1,UPN=x@y', 'dNSName=a, iPAddress=10.0.0.1, upn=x@y'],
    ['aliases of types', 'uri=http://a,email=x@y', 'uniformResourceIdentifier=http://a, rfc822Name=x@y'],
    ['uniformResourceId', 'uniformResourceId=http://a', 'uniformResourceIdentifier=http://a'],
    ['blanks around separators', ' dNSName = a ,  dNSName=b ', 'dNSName=a, dNSName=b'],
    ['a backslash that escapes nothing', 'upn=DOMAIN\\user', 'upn=DOMAIN\\\\user'],
    ['escaped outer blanks', 'upn=\\ a\\ ', 'upn=\\ a\\ '],
    ['dashes in a GUID', 'guid=00112233-4455-6677-8899-AABBCCDDEEFF', 'guid=00112233445566778899aabbccddeeff'],
    ['a directory name of one component', 'directoryName=CN=a', 'directoryName=CN=a'],
    ['a permanent identifier without a slash', 'permanentIdentifier=abc', 'permanentIdentifier=abc/'],
    ['an address of many zeros', 'iPAddress=0:0:0:0:0:0:0:1', 'iPAddress=::1'],
    ['nothing', '  ', ''],
  ] as const) {
    it(why, () => assert.equal(again(text), expected));
  }
});

describe('refuses', () => {
  const cases: readonly (readonly [why: string, text: string, code: GeneralNameErrorCode])[] = [
    ['a value without a type', 'a.example', 'general_name.syntax'],
    ['an empty type', '=a', 'general_name.syntax'],
    ['a comma at the end', 'dNSName=a,', 'general_name.syntax'],
    ['an unescaped comma in a value', 'directoryName=CN=a,O=b', 'general_name.unknown_type'],
    ['an unknown type', 'dns=a', 'general_name.unknown_type'],
    ['a type from the prototype', 'toString=a', 'general_name.unknown_type'],
    ['an empty domain name', 'dNSName=', 'general_name.bad_value'],
    ['a domain name with a blank', 'dNSName=a b', 'general_name.bad_value'],
    ['a domain name with an empty label', 'dNSName=a..b', 'general_name.bad_value'],
    ['a domain name with a label of 64', `dNSName=${'a'.repeat(64)}`, 'general_name.bad_value'],
    ['a domain name of 254', `dNSName=${'a.'.repeat(127)}`, 'general_name.bad_value'],
    ['a domain name that is not ASCII', 'dNSName=räv.example', 'general_name.bad_value'],
    ['a mailbox without @', 'rfc822Name=a', 'general_name.bad_value'],
    ['a mailbox without a name', 'rfc822Name=@a', 'general_name.bad_value'],
    ['a mailbox with a line break', 'rfc822Name=a@b\n', 'general_name.bad_value'],
    ['a relative URI', 'uri=/a', 'general_name.bad_value'],
    ['a URI with a blank', 'uri=http://a b', 'general_name.bad_value'],
    ['an invalid address', 'iPAddress=300.0.0.1', 'general_name.bad_value'],
    ['an invalid network', 'iPAddress=10.0.0.0/99', 'general_name.bad_value'],
    ['an invalid identifier', 'registeredID=1', 'general_name.bad_value'],
    ['an empty upn', 'upn=', 'general_name.bad_value'],
    ['a upn with half a surrogate pair', 'upn=\ud800', 'general_name.bad_value'],
    ['a guid of 15 octets', `guid=${'00'.repeat(15)}`, 'general_name.bad_value'],
    ['a principal without a realm', 'krb5principal=foo', 'general_name.bad_value'],
    ['a principal with an empty component', 'krb5principal=foo/@R', 'general_name.bad_value'],
    ['an assigner that is not an identifier', 'permanentIdentifier=a/1', 'general_name.bad_value'],
    ['a hardware module without a serial', 'hardwareModuleName=1.2.3/', 'general_name.bad_value'],
    ['an identification method of two parts', 'subjectIdentificationMethod=1.2.3::01', 'general_name.bad_value'],
    ['an srvName that is not ASCII', 'srvName=_ä', 'general_name.bad_value'],
    ['a FASC-N that is not hexadecimal', 'fascN=xy', 'general_name.bad_value'],
    ['an otherName without octets', 'otherName=1.2.3', 'general_name.bad_value'],
    ['an otherName that is not DER', 'otherName=1.2.3;#0c05', 'general_name.bad_value'],
    ['an otherName of two elements', 'otherName=1.2.3;#05000500', 'general_name.bad_value'],
    ['a party that is not DER', 'ediPartyName=#0c', 'general_name.bad_value'],
    ['an X.400 address in text', 'x400Address=c=se', 'general_name.bad_value'],
    ['more than 65,536 characters', `upn=${'a'.repeat(65_536)}`, 'general_name.too_long'],
  ];
  for (const [why, text, code] of cases) {
    it(why, () => {
      assert.throws(
        () => parseGeneralNames(text),
        (error) => error instanceof GeneralNameError && error.code === code,
      );
    });
  }

  it('an invalid directory name, as names do', () => {
    assert.throws(
      () => parseGeneralNames('directoryName=X=a'),
      (error) => error instanceof NameError && error.code === 'name.unknown_attribute',
    );
  });
});

it('reads back every name it writes', () => {
  const text = fc.array(fc.constantFrom('a', ' ', ',', '\\', '/', '=', '"', 'ä'), { minLength: 1, maxLength: 12 });
  const names = text.map((characters): GeneralName[] => {
    const value = characters.join('');
    return [
      otherName(OTHER_NAME_FORMS[0]!, value)!,
      { type: 'directoryName', value: DistinguishedName.of([[{ type: oid('2.5.4.3'), value }]]) },
      otherName(OTHER_NAME_FORMS[0]!, value)!,
    ];
  });
  fc.assert(
    fc.property(names, (names) => {
      const der = (list: readonly GeneralName[]) => writeDer((writer) => writeGeneralNames(writer, list));
      assert.deepEqual(der(parseGeneralNames(formatGeneralNames(names))), der(names));
    }),
  );
});

it('shows an otherName that breaks its type by its octets', () => {
  for (const hex of ['0201ff', '0c01c3', '0c']) {
    assert.equal(readOtherNameText(OtherNameType.upn, Uint8Array.fromHex(hex)), undefined);
  }
  const name: GeneralName = { type: 'otherName', typeId: OtherNameType.upn, value: Uint8Array.fromHex('0201ff') };
  assert.equal(formatGeneralNames([name]), 'otherName=1.3.6.1.4.1.311.20.2.3;#0201ff');
  assert.equal(again(formatGeneralNames([name])), formatGeneralNames([name]));
});

it('shows a principal whose component holds a separator by its octets', () => {
  const principal = OTHER_NAME_FORMS.find(({ typeId }) => typeId === OtherNameType.krb5Principal)!;
  const value = principal.encode('ab@R')!;
  const slash = Uint8Array.from(value, (octet) => (octet === 'b'.charCodeAt(0) ? '/'.charCodeAt(0) : octet));
  assert.equal(readOtherNameText(principal.typeId, value)?.text, 'ab@R');
  assert.equal(readOtherNameText(principal.typeId, slash), undefined);
});

it('answers the texts of one type of otherName', () => {
  const names = parseGeneralNames('dNSName=a, upn=x@y, xmppAddr=z@y, upn=w@y');
  assert.deepEqual(otherNameTexts(names, OtherNameType.upn), ['x@y', 'w@y']);
});

it('gives no label and no identifier to two types', () => {
  assert.equal(new Set(OTHER_NAME_FORMS.map(({ label }) => label)).size, OTHER_NAME_FORMS.length);
  assert.deepEqual(new Set(OTHER_NAME_FORMS.map(({ typeId }) => typeId)), new Set(Object.values(OtherNameType)));
});
