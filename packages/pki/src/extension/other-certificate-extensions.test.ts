import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import * as fc from 'fast-check';

import {
  assertReads,
  assertRefuses,
  assertRoundTrip,
  assertSurvivesDamage,
  assertVector,
  bytes,
} from '../../test/extension-assertions.ts';
import { octets, oids } from '../../test/general-name-arbitraries.ts';
import { oid } from '../der/index.ts';
import { microsoftTemplateName } from './microsoft-template-name.ts';
import { microsoftTemplate } from './microsoft-template.ts';
import { objectSid } from './object-sid.ts';
import { organizationIdentifier, type OrganizationIdentifier } from './organization-identifier.ts';
import { precertificatePoison } from './precertificate-poison.ts';
import { privateKeyUsagePeriod } from './private-key-usage-period.ts';
import { sctList } from './sct-list.ts';
import { TLS_FEATURES, tlsFeature } from './tls-feature.ts';

describe('tlsFeature', () => {
  // openssl req with tlsfeature=status_request,status_request_v2
  it('writes as OpenSSL does', () => {
    assertVector(tlsFeature, [TLS_FEATURES.statusRequest, TLS_FEATURES.statusRequestV2], '3006020105020111');
  });

  it('reads back what it writes', () => {
    assertRoundTrip(tlsFeature, fc.array(fc.nat(0xffff), { minLength: 1, maxLength: 5 }));
  });

  it('refuses an empty list and numbers that no TLS extension has', () => {
    assertRefuses(tlsFeature, '3000', 'der.out_of_range');
    assertRefuses(tlsFeature, '30050203010000', 'der.out_of_range');
    assert.throws(() => tlsFeature.encode([]), RangeError);
    assert.throws(() => tlsFeature.encode([0x1_0000]), RangeError);
  });
});

describe('privateKeyUsagePeriod', () => {
  // Written by OpenSSL from the ASN.1 of RFC 3280 (IMPLICIT GENTIME)
  const hex = '3022800f32303234303130313030303030305a810f32303235303130313030303030305a';

  it('writes both ends as GeneralizedTime, also before 2050', () => {
    assertVector(privateKeyUsagePeriod, { notBefore: 1_704_067_200, notAfter: 1_735_689_600 }, hex);
  });

  it('reads back what it writes', () => {
    const time = fc.integer({ min: 0, max: 253_402_300_799 });
    const values = fc.record({ notBefore: time, notAfter: time }, { requiredKeys: [], noNullPrototype: true });
    assertRoundTrip(
      privateKeyUsagePeriod,
      values.filter(
        ({ notBefore, notAfter }) => (notBefore ?? 0) <= (notAfter ?? (notBefore === undefined ? -1 : Infinity)),
      ),
    );
  });

  it('accepts an empty sequence and refuses to write one (RFC 3280 §4.2.1.4)', () => {
    assertReads(privateKeyUsagePeriod, '3000', {});
    assert.throws(() => privateKeyUsagePeriod.encode({}), RangeError);
  });

  it('refuses to write a period that ends before it begins', () => {
    assert.throws(() => privateKeyUsagePeriod.encode({ notBefore: 2, notAfter: 1 }), RangeError);
  });

  it('survives damage', () => {
    assertSurvivesDamage(privateKeyUsagePeriod, hex);
  });
});

describe('microsoftTemplateName', () => {
  // Written by OpenSSL: ASN1:BMPSTRING:DomainController
  const hex = '1e200044006f006d00610069006e0043006f006e00740072006f006c006c00650072';

  it('writes a BMPString', () => {
    assertVector(microsoftTemplateName, 'DomainController', hex);
  });

  it('accepts surrogate pairs, which it refuses to write', () => {
    assertReads(microsoftTemplateName, '1e04d83dde00', '😀');
    assert.throws(() => microsoftTemplateName.encode('😀'), RangeError);
  });

  it('refuses to write an empty name', () => {
    assert.throws(() => microsoftTemplateName.encode(''), RangeError);
  });

  it('survives damage', () => {
    assertSurvivesDamage(microsoftTemplateName, hex);
  });
});

describe('microsoftTemplate', () => {
  // Written by OpenSSL from the ASN.1 of MS-WCCE §2.2.2.7.7.2
  const hex = '3017060b2b06010401823715080102020164020500ffffffff';

  it('writes identifier and both versions', () => {
    const templateId = oid('1.3.6.1.4.1.311.21.8.1.2');
    assertVector(microsoftTemplate, { templateId, majorVersion: 100, minorVersion: 0xffff_ffff }, hex);
  });

  it('reads back what it writes', () => {
    const version = fc.nat(0xffff_ffff);
    const plain = { noNullPrototype: true };
    assertRoundTrip(
      microsoftTemplate,
      fc.oneof(
        fc.record({ templateId: oids() }, plain),
        fc.record({ templateId: oids(), majorVersion: version }, plain),
        fc.record({ templateId: oids(), majorVersion: version, minorVersion: version }, plain),
      ),
    );
  });

  it('refuses to write a minor version alone, or versions out of range', () => {
    const templateId = oid('1.2.3');
    assert.throws(() => microsoftTemplate.encode({ templateId, minorVersion: 1 }), RangeError);
    assert.throws(() => microsoftTemplate.encode({ templateId, majorVersion: 2 ** 32 }), RangeError);
  });

  it('survives damage', () => {
    assertSurvivesDamage(microsoftTemplate, hex);
  });
});

describe('objectSid', () => {
  const sid = 'S-1-5-21-3623811015-3361044348-30300820-1013';
  // Written by OpenSSL: a sequence of [0] { OID, [0] EXPLICIT OCTET STRING }
  const hex =
    '303ea03c060a2b060104018237190201a02e042c532d312d352d32312d333632333831313031352d333336313034343334382d333033303038' +
    '32302d31303133';

  it('writes the SID as an otherName', () => {
    assertVector(objectSid, sid, hex);
  });

  it('reads back the longest SID', () => {
    const longest = `S-1-0x0123456789ab${'-4294967295'.repeat(15)}`;
    assert.equal(objectSid.decode(objectSid.encode(longest)), longest);
  });

  it('refuses text that is not a SID in both directions', () => {
    for (const text of ['', 'S-1-5', 'S-2-5-21', 's-1-5-21', `${sid} `, `S-1-5${'-1'.repeat(16)}`]) {
      assert.throws(() => objectSid.encode(text), RangeError);
      const content = Buffer.from(text).toString('hex');
      const length = (n: number): string => n.toString(16).padStart(2, '0');
      const octets = `04${length(text.length)}${content}`;
      const explicit = `a0${length(text.length + 2)}${octets}`;
      const otherName = `a0${length(text.length + 16)}060a2b060104018237190201${explicit}`;
      assertRefuses(objectSid, `30${length(text.length + 18)}${otherName}`, 'der.bad_value');
    }
  });

  it('refuses an otherName of another type', () => {
    assertRefuses(objectSid, '300d a00b 06022a03 a005 0403532d31', 'der.bad_value');
  });

  it('survives damage', () => {
    assertSurvivesDamage(objectSid, hex);
  });
});

describe('organizationIdentifier', () => {
  // Written by OpenSSL from the ASN.1 of the EV Guidelines §9.8.2
  const hex = '301713034e545213025553800243410c083132333435363738';
  const value: OrganizationIdentifier = {
    registrationSchemeIdentifier: 'NTR',
    registrationCountry: 'US',
    registrationStateOrProvince: 'CA',
    registrationReference: '12345678',
  };

  it('writes scheme, country, province and reference', () => {
    assertVector(organizationIdentifier, value, hex);
  });

  it('writes without a province', () => {
    assertVector(
      organizationIdentifier,
      { registrationSchemeIdentifier: 'VAT', registrationCountry: 'DE', registrationReference: 'é' },
      '300d 1303564154 13024445 0c02c3a9',
    );
  });

  it('refuses to write parts of another length or another alphabet', () => {
    const bad: readonly Partial<OrganizationIdentifier>[] = [
      { registrationSchemeIdentifier: 'NT' },
      { registrationCountry: 'USA' },
      { registrationCountry: 'U_' },
      { registrationStateOrProvince: 'A'.repeat(129) },
      { registrationReference: '' },
    ];
    for (const part of bad) assert.throws(() => organizationIdentifier.encode({ ...value, ...part }), RangeError);
  });

  it('refuses letters that PrintableString lacks', () => {
    assertRefuses(organizationIdentifier, '300d 13035f4154 13024445 0c02c3a9', 'der.bad_value');
  });

  it('survives damage', () => {
    assertSurvivesDamage(organizationIdentifier, hex);
  });
});

describe('precertificatePoison', () => {
  it('writes a NULL (RFC 6962 §3.1)', () => {
    assertVector(precertificatePoison, true, '0500');
  });
});

describe('sctList', () => {
  it('writes two lengths in front of the timestamps (RFC 6962 §3.3)', () => {
    assertVector(sctList, [bytes('010203'), bytes('ff')], '040a 0008 0003010203 0001ff');
  });

  it('reads back what it writes', () => {
    assertRoundTrip(sctList, fc.array(octets(300), { minLength: 1, maxLength: 4 }));
  });

  it('refuses to write no timestamp, an empty one, and more than 65,535 octets', () => {
    assert.throws(() => sctList.encode([]), RangeError);
    assert.throws(() => sctList.encode([bytes('')]), RangeError);
    assert.throws(() => sctList.encode([new Uint8Array(0x8000), new Uint8Array(0x7ffc)]), RangeError);
    sctList.encode([new Uint8Array(0x8000), new Uint8Array(0x7ffb)]);
  });

  it('refuses wrong lengths, with the error at the right byte', () => {
    assertRefuses(sctList, '0400', 'der.truncated');
    assertRefuses(sctList, '0401 00', 'der.truncated');
    assertRefuses(sctList, '0402 0000', 'der.out_of_range');
    assertRefuses(sctList, '0404 0002 0000', 'der.out_of_range');
    assertRefuses(sctList, '0405 0003 000201', 'der.truncated');
    assertRefuses(sctList, '0406 0003 000101 00', 'der.trailing_bytes');
    assert.throws(() => sctList.decode(bytes('0405 0003 000201')), { offset: 4 });
  });

  it('survives damage', () => {
    assertSurvivesDamage(sctList, '040a 0008 0003010203 0001ff');
  });
});
