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
import {
  distributionPointNames,
  distributionPointLists,
  reasonSets,
} from '../../test/distribution-point-arbitraries.ts';
import type { GeneralName } from '../general-name/index.ts';
import { DistinguishedName } from '../name/index.ts';
import { crlDistributionPoints } from './crl-distribution-points.ts';
import { CRL_REASONS, type CrlReason, type DistributionPoint } from './distribution-point.ts';
import { freshestCrl } from './freshest-crl.ts';
import { issuingDistributionPoint, type IssuingDistributionPoint } from './issuing-distribution-point.ts';

const FOO: GeneralName = { type: 'directoryName', value: DistinguishedName.parse('CN=Foo,C=SE') };
const REL = DistinguishedName.parse('CN=Rel');

/** Says nothing: the base of the cases below. */
const NO_LIMIT: IssuingDistributionPoint = {
  onlyContainsUserCerts: false,
  onlyContainsCACerts: false,
  indirectCRL: false,
  onlyContainsAttributeCerts: false,
};

describe('crlDistributionPoints', () => {
  const points: readonly DistributionPoint[] = [
    {
      distributionPoint: {
        type: 'fullName',
        names: [
          { type: 'uniformResourceIdentifier', value: 'http://a/b' },
          { type: 'dNSName', value: 'q' },
        ],
      },
      reasons: new Set<CrlReason>(['KEY_COMPROMISE', 'CA_COMPROMISE', 'AA_COMPROMISE']),
      cRLIssuer: [FOO],
    },
    { distributionPoint: { type: 'nameRelativeToCRLIssuer', name: REL }, cRLIssuer: [FOO] },
  ];
  // openssl req with two distribution points: fullname, reasons and CRLissuer; relativename and CRLissuer
  const pointsHex =
    '306e3039a011a00f860a687474703a2f2f612f628201718103076080a21fa41d301b310b3009060355040613025345310c300a06035504030c03' +
    '466f6f3031a00ea10c300a06035504030c0352656ca21fa41d301b310b3009060355040613025345310c300a06035504030c03466f6f';

  it('writes both kinds of name, reasons and CRL issuer as OpenSSL does', () => {
    assertVector(crlDistributionPoints, points, pointsHex);
  });

  it('reads back what it writes', () => {
    assertRoundTrip(crlDistributionPoints, distributionPointLists());
  });

  it('refuses an empty list in both directions (RFC 5280 §4.2.1.13)', () => {
    assertRefuses(crlDistributionPoints, '3000', 'der.out_of_range');
    assert.throws(() => crlDistributionPoints.encode([]), RangeError);
  });

  it('accepts a point of reasons only and refuses to write one (RFC 5280 §4.2.1.13)', () => {
    const reasons = new Set<CrlReason>(['KEY_COMPROMISE']);
    assertReads(crlDistributionPoints, '3006 3004 81020640', [{ reasons }]);
    assert.throws(() => crlDistributionPoints.encode([{ reasons }]), RangeError);
    assert.throws(() => crlDistributionPoints.encode([{}]), RangeError);
  });

  it('refuses to write no reason at all', () => {
    assert.throws(() => crlDistributionPoints.encode([{ cRLIssuer: [FOO], reasons: new Set() }]), RangeError);
  });

  it('refuses to write a relative name of two components, or of none', () => {
    for (const name of [DistinguishedName.parse('CN=Foo,C=SE'), DistinguishedName.parse('')]) {
      const distributionPoint = { type: 'nameRelativeToCRLIssuer', name } as const;
      assert.throws(() => crlDistributionPoints.encode([{ distributionPoint }]), RangeError);
    }
  });

  it('refuses to write a relative name beside two CRL issuers', () => {
    const distributionPoint = { type: 'nameRelativeToCRLIssuer', name: REL } as const;
    assert.throws(() => crlDistributionPoints.encode([{ distributionPoint, cRLIssuer: [FOO, FOO] }]), RangeError);
  });

  it('passes over the unused bit of the reasons, and refuses one that is not defined', () => {
    assertReads(crlDistributionPoints, '3006 3004 810206c0', [{ reasons: new Set<CrlReason>(['KEY_COMPROMISE']) }]);
    assertRefuses(crlDistributionPoints, '3007 3005 8103060040', 'der.out_of_range');
  });

  it('refuses a relative name without an attribute', () => {
    assertRefuses(crlDistributionPoints, '3006 3004 a002 a100', 'der.bad_value');
  });

  it('survives damage', () => {
    assertSurvivesDamage(crlDistributionPoints, pointsHex);
  });
});

describe('freshestCrl', () => {
  it('writes as OpenSSL does', () => {
    const names = [{ type: 'uniformResourceIdentifier', value: 'http://d/x' } as const];
    assertVector(
      freshestCrl,
      [{ distributionPoint: { type: 'fullName', names } }],
      '30123010a00ea00c860a687474703a2f2f642f78',
    );
  });
});

describe('issuingDistributionPoint', () => {
  // openssl req with fullname=URI:http://a/b, onlyCA=TRUE, indirectCRL=TRUE, onlysomereasons=keyCompromise,superseded
  const hex = '301aa00ea00c860a687474703a2f2f612f628201ff830203488401ff';

  it('writes name, flags and reasons as OpenSSL does', () => {
    assertVector(
      issuingDistributionPoint,
      {
        ...NO_LIMIT,
        distributionPoint: { type: 'fullName', names: [{ type: 'uniformResourceIdentifier', value: 'http://a/b' }] },
        onlyContainsCACerts: true,
        onlySomeReasons: new Set<CrlReason>(['KEY_COMPROMISE', 'SUPERSEDED']),
        indirectCRL: true,
      },
      hex,
    );
  });

  it('writes each flag alone', () => {
    assertVector(issuingDistributionPoint, { ...NO_LIMIT, onlyContainsUserCerts: true }, '30038101ff');
    assertVector(issuingDistributionPoint, { ...NO_LIMIT, onlyContainsCACerts: true }, '30038201ff');
    assertVector(issuingDistributionPoint, { ...NO_LIMIT, indirectCRL: true }, '30038401ff');
    assertVector(issuingDistributionPoint, { ...NO_LIMIT, onlyContainsAttributeCerts: true }, '30038501ff');
  });

  it('reads back what it writes', () => {
    const limit = fc.constantFrom(
      {},
      { onlyContainsUserCerts: true },
      { onlyContainsCACerts: true },
      { onlyContainsAttributeCerts: true },
    );
    const rest = fc.record(
      { distributionPoint: distributionPointNames(), onlySomeReasons: reasonSets() },
      { requiredKeys: [], noNullPrototype: true },
    );
    const values = fc
      .tuple(limit, fc.boolean(), rest)
      .map(([only, indirectCRL, others]) => ({ ...NO_LIMIT, ...only, indirectCRL, ...others }))
      .filter((value) => Object.values(value).some((member) => member !== false));
    assertRoundTrip(issuingDistributionPoint, values);
  });

  it('accepts an empty sequence and refuses to write one (RFC 5280 §5.2.5)', () => {
    assertReads(issuingDistributionPoint, '3000', NO_LIMIT);
    assert.throws(() => issuingDistributionPoint.encode(NO_LIMIT), RangeError);
  });

  it('accepts flags written out as FALSE', () => {
    assertReads(issuingDistributionPoint, '3006 8101ff 820100', { ...NO_LIMIT, onlyContainsUserCerts: true });
  });

  it('accepts two exclusive flags and refuses to write them (RFC 5280 §5.2.5)', () => {
    const both = { ...NO_LIMIT, onlyContainsUserCerts: true, onlyContainsCACerts: true };
    assertReads(issuingDistributionPoint, '3006 8101ff 8201ff', both);
    assert.throws(() => issuingDistributionPoint.encode(both), RangeError);
  });

  it('survives damage', () => {
    assertSurvivesDamage(issuingDistributionPoint, hex);
  });
});

describe('CRL_REASONS', () => {
  it('has the bits of ReasonFlags, which are not the codes (RFC 5280 §4.2.1.13)', () => {
    assert.equal(CRL_REASONS.indexOf('PRIVILEGES_WITHDRAWN'), 7);
    assert.equal(CRL_REASONS.indexOf('AA_COMPROMISE'), 8);
    const allBits = crlDistributionPoints.encode([
      {
        cRLIssuer: [{ type: 'dNSName', value: 'a' }],
        reasons: new Set(CRL_REASONS.filter((reason) => reason !== undefined)),
      },
    ]);
    assert.equal(allBits.toHex(), bytes('300c 300a 8103077f80 a203820161').toHex());
  });
});
