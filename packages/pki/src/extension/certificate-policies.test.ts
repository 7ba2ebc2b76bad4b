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
import { certificatePolicyLists } from '../../test/policy-arbitraries.ts';
import { oid } from '../der/index.ts';
import { ANY_POLICY, certificatePolicies } from './certificate-policies.ts';
import type { DisplayText, PolicyQualifier } from './policy-qualifier.ts';

const POLICY = oid('1.2.3.4');

/** A policy with one user notice whose explicit text is the element `hex`. */
function withExplicitText(hex: string): string {
  return wrap('30', wrap('30', `06032a0304${wrap('30', wrap('30', `06082b06010505070202${wrap('30', hex)}`))}`));
}

function wrap(tag: string, hex: string): string {
  const { length } = bytes(hex);
  const octets = length.toString(16).padStart(length > 0xff ? 4 : 2, '0');
  return `${tag}${length > 0xff ? '82' : length > 0x7f ? '81' : ''}${octets}${hex}`;
}

describe('certificatePolicies', () => {
  // openssl req with certificatePolicies=1.2.3.4,@pol,2.5.29.32.0 and a section of CPS and user notice
  const hex =
    '3057300506032a0304304606032b0508303f301706082b06010505070201160b687474703a2f2f6370732f302406082b060105050702023018' +
    '30111a034f7267300a0201010201020202012c0c0348656a30060604551d2000';

  it('writes CPS, user notice and notice reference as OpenSSL does', () => {
    const qualifiers: readonly PolicyQualifier[] = [
      { type: 'cps', uri: 'http://cps/' },
      {
        type: 'userNotice',
        noticeRef: { organization: { type: 'visibleString', text: 'Org' }, noticeNumbers: [1n, 2n, 300n] },
        explicitText: { type: 'utf8String', text: 'Hej' },
      },
    ];
    assertVector(
      certificatePolicies,
      [
        { policy: POLICY, qualifiers: [] },
        { policy: oid('1.3.5.8'), qualifiers },
        { policy: ANY_POLICY, qualifiers: [] },
      ],
      hex,
    );
  });

  // By hand: OpenSSL 3.0 puts one octet for each character into a BMPString.
  it('writes explicit texts as BMPString and VisibleString', () => {
    const qualifiers: readonly PolicyQualifier[] = [
      { type: 'userNotice', explicitText: { type: 'bmpString', text: 'Hej' } },
      { type: 'userNotice', explicitText: { type: 'visibleString', text: 'Hej' } },
    ];
    assertVector(
      certificatePolicies,
      [{ policy: oid('1.3.5.8'), qualifiers }],
      '3032 3030 06032b0508 3029 3014 06082b06010505070202 3008 1e06 00480065006a' +
        '3011 06082b06010505070202 3005 1a03 48656a',
    );
  });

  it('reads back what it writes', () => {
    assertRoundTrip(certificatePolicies, certificatePolicyLists());
  });

  it('accepts a policy listed twice and refuses to write one (RFC 5280 §4.2.1.4)', () => {
    const twice = [
      { policy: POLICY, qualifiers: [] },
      { policy: POLICY, qualifiers: [] },
    ];
    assertReads(certificatePolicies, '300e 300506032a0304 300506032a0304', twice);
    assert.throws(() => certificatePolicies.encode(twice), RangeError);
  });

  it('refuses empty lists of policies and of qualifiers', () => {
    assertRefuses(certificatePolicies, '3000', 'der.out_of_range');
    assertRefuses(certificatePolicies, '3009 3007 06032a0304 3000', 'der.out_of_range');
    assert.throws(() => certificatePolicies.encode([]), RangeError);
  });

  it('keeps an unknown qualifier, and refuses it beside anyPolicy (RFC 5280 §4.2.1.4)', () => {
    const qualifiers: readonly PolicyQualifier[] = [
      { type: 'other', qualifierId: oid('1.2.3'), value: bytes('020105') },
    ];
    assertVector(
      certificatePolicies,
      [{ policy: POLICY, qualifiers }],
      '3012 3010 06032a0304 3009 3007 06022a03 020105',
    );
    assert.throws(() => certificatePolicies.encode([{ policy: ANY_POLICY, qualifiers }]), RangeError);
  });

  it('refuses to write a known qualifier as an unknown one, or one that is not DER', () => {
    for (const [qualifierId, hex] of [
      ['1.3.6.1.5.5.7.2.1', '160161'],
      ['1.2.3', '0201'],
      ['1.2.3', '05000500'],
    ] as const) {
      const qualifiers: readonly PolicyQualifier[] = [
        { type: 'other', qualifierId: oid(qualifierId), value: bytes(hex) },
      ];
      assert.throws(() => certificatePolicies.encode([{ policy: POLICY, qualifiers }]), RangeError);
    }
  });

  it('accepts an explicit text of more than 200 characters and refuses to write one (RFC 5280 §4.2.1.4)', () => {
    const explicitText: DisplayText = { type: 'utf8String', text: 'a'.repeat(201) };
    const policies = [{ policy: POLICY, qualifiers: [{ type: 'userNotice', explicitText } as const] }];
    assertReads(certificatePolicies, withExplicitText(wrap('0c', '61'.repeat(201))), policies);
    assert.throws(() => certificatePolicies.encode(policies), RangeError);
  });

  it('counts characters, not octets', () => {
    const explicitText: DisplayText = { type: 'utf8String', text: '😀'.repeat(200) };
    certificatePolicies.encode([{ policy: POLICY, qualifiers: [{ type: 'userNotice', explicitText }] }]);
  });

  it('accepts an explicit text as IA5String and refuses to write one (RFC 6818 §3)', () => {
    const explicitText: DisplayText = { type: 'ia5String', text: 'a' };
    const policies = [{ policy: POLICY, qualifiers: [{ type: 'userNotice', explicitText } as const] }];
    assertReads(certificatePolicies, withExplicitText('160161'), policies);
    assert.throws(() => certificatePolicies.encode(policies), RangeError);
  });

  it('refuses texts whose octets are not of their type', () => {
    for (const text of ['0c02c328', '160180', '1a0107', '1e03004100', '1e02d800', '0c03eda080'])
      assertRefuses(certificatePolicies, withExplicitText(text), 'der.bad_value');
  });

  it('refuses a text that is not a DisplayText', () => {
    assertRefuses(certificatePolicies, withExplicitText('130161'), 'der.unexpected_tag');
  });

  it('keeps a byte order mark', () => {
    const explicitText: DisplayText = { type: 'utf8String', text: '\ufeffa' };
    assertReads(certificatePolicies, withExplicitText('0c04efbbbf61'), [
      { policy: POLICY, qualifiers: [{ type: 'userNotice', explicitText }] },
    ]);
  });

  it('refuses to write a character that the type lacks', () => {
    for (const [type, text] of [
      ['bmpString', '😀'],
      ['visibleString', 'é'],
      ['visibleString', 'a\n'],
      ['utf8String', '\ud800'],
      ['utf8String', ''],
    ] as const) {
      const qualifiers: readonly PolicyQualifier[] = [{ type: 'userNotice', explicitText: { type, text } }];
      assert.throws(() => certificatePolicies.encode([{ policy: POLICY, qualifiers }]), RangeError);
    }
  });

  it('survives damage', () => {
    assertSurvivesDamage(certificatePolicies, hex);
  });
});
