import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import {
  assertReads,
  assertRefuses,
  assertRoundTrip,
  assertSurvivesDamage,
  assertVector,
  bytes,
} from '../../test/extension-assertions.ts';
import { generalNameLists } from '../../test/general-name-arbitraries.ts';
import { oid } from '../der/index.ts';
import type { GeneralName } from '../general-name/index.ts';
import { DistinguishedName } from '../name/index.ts';
import { certificateIssuer } from './certificate-issuer.ts';
import { issuerAltName } from './issuer-alt-name.ts';
import { subjectAltName } from './subject-alt-name.ts';

/** One name of every form that OpenSSL writes. */
const NAMES: readonly GeneralName[] = [
  { type: 'dNSName', value: 'example.com' },
  { type: 'rfc822Name', value: 'a@b.c' },
  { type: 'iPAddress', value: bytes('c0000201') },
  { type: 'iPAddress', value: bytes('20010db8000000000000000000000001') },
  { type: 'uniformResourceIdentifier', value: 'http://x/y' },
  { type: 'registeredID', value: oid('1.2.3.4') },
  { type: 'otherName', typeId: oid('1.3.6.1.4.1.311.20.2.3'), value: bytes('0c03 754064') },
  { type: 'directoryName', value: DistinguishedName.parse('CN=Foo,C=SE') },
];

// openssl req with subjectAltName=DNS:example.com,email:a@b.c,IP:192.0.2.1,IP:2001:db8::1,URI:http://x/y,RID:1.2.3.4,
// otherName:1.3.6.1.4.1.311.20.2.3;UTF8:u@d,dirName:name
const NAMES_HEX =
  '3071820b6578616d706c652e636f6d81056140622e638704c0000201871020010db8000000000000000000000001860a687474703a2f2f782f79' +
  '88032a0304a013060a2b060104018237140203a0050c03754064a41d301b310b3009060355040613025345310c300a06035504030c03466f6f';

describe('subjectAltName', () => {
  it('writes every form as OpenSSL does', () => {
    assertVector(subjectAltName, NAMES, NAMES_HEX);
  });

  it('reads back what it writes', () => {
    assertRoundTrip(subjectAltName, generalNameLists());
  });

  it('refuses an empty list in both directions (RFC 5280 §4.2.1.6)', () => {
    assertRefuses(subjectAltName, '3000', 'der.bad_value');
    assert.throws(() => subjectAltName.encode([]), RangeError);
  });

  it('accepts an empty text and refuses to write it', () => {
    assertReads(subjectAltName, '30028200', [{ type: 'dNSName', value: '' }]);
    assert.throws(() => subjectAltName.encode([{ type: 'dNSName', value: '' }]), RangeError);
  });

  it('accepts an address with a mask and refuses to write it', () => {
    const range: GeneralName = { type: 'iPAddress', value: bytes('0a000000ff000000') };
    assertReads(subjectAltName, '300a87080a000000ff000000', [range]);
    assert.throws(() => subjectAltName.encode([range]), RangeError);
  });

  it('survives damage', () => {
    assertSurvivesDamage(subjectAltName, NAMES_HEX);
  });
});

describe('issuerAltName', () => {
  it('writes as OpenSSL does', () => {
    assertVector(issuerAltName, [{ type: 'dNSName', value: 'i.example' }], '300b8209692e6578616d706c65');
  });
});

describe('certificateIssuer', () => {
  it('writes the name of an issuer (RFC 5280 §5.3.3)', () => {
    const issuer: GeneralName = { type: 'directoryName', value: DistinguishedName.parse('CN=Foo,C=SE') };
    assertVector(certificateIssuer, [issuer], '301f a41d 301b 310b3009060355040613025345 310c300a06035504030c03466f6f');
  });
});
