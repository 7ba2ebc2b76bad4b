import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import * as fc from 'fast-check';

import {
  assertReads,
  assertRefuses,
  assertRoundTrip,
  assertSurvivesDamage,
  assertVector,
} from '../../test/extension-assertions.ts';
import { oids } from '../../test/general-name-arbitraries.ts';
import { oid } from '../der/index.ts';
import { ANY_POLICY } from './certificate-policies.ts';
import { inhibitAnyPolicy } from './inhibit-any-policy.ts';
import { policyConstraints } from './policy-constraints.ts';
import { policyMappings } from './policy-mappings.ts';

describe('policyMappings', () => {
  // openssl req with policyMappings=1.2.3:1.2.4,1.2.5:1.2.6
  const hex = '3014300806022a0306022a04300806022a0506022a06';

  it('writes as OpenSSL does', () => {
    assertVector(
      policyMappings,
      [
        { issuerDomainPolicy: oid('1.2.3'), subjectDomainPolicy: oid('1.2.4') },
        { issuerDomainPolicy: oid('1.2.5'), subjectDomainPolicy: oid('1.2.6') },
      ],
      hex,
    );
  });

  it('reads back what it writes', () => {
    const mapping = fc.record({ issuerDomainPolicy: oids(), subjectDomainPolicy: oids() }, { noNullPrototype: true });
    assertRoundTrip(policyMappings, fc.array(mapping, { minLength: 1, maxLength: 4 }));
  });

  it('accepts a mapping of anyPolicy and refuses to write one (RFC 5280 §4.2.1.5)', () => {
    const mapping = { issuerDomainPolicy: ANY_POLICY, subjectDomainPolicy: oid('1.2.4') };
    assertReads(policyMappings, '300c 300a 0604551d2000 06022a04', [mapping]);
    assert.throws(() => policyMappings.encode([mapping]), RangeError);
    assert.throws(
      () => policyMappings.encode([{ issuerDomainPolicy: oid('1.2.4'), subjectDomainPolicy: ANY_POLICY }]),
      RangeError,
    );
  });

  it('refuses an empty list in both directions', () => {
    assertRefuses(policyMappings, '3000', 'der.out_of_range');
    assert.throws(() => policyMappings.encode([]), RangeError);
  });

  it('survives damage', () => {
    assertSurvivesDamage(policyMappings, hex);
  });
});

describe('policyConstraints', () => {
  // openssl req with policyConstraints=requireExplicitPolicy:0,inhibitPolicyMapping:3
  it('writes as OpenSSL does', () => {
    assertVector(policyConstraints, { requireExplicitPolicy: 0, inhibitPolicyMapping: 3 }, '3006800100810103');
  });

  it('reads back what it writes', () => {
    const counts = { requireExplicitPolicy: fc.maxSafeNat(), inhibitPolicyMapping: fc.maxSafeNat() };
    const values = fc.record(counts, { requiredKeys: [], noNullPrototype: true });
    assertRoundTrip(
      policyConstraints,
      values.filter((value) => Object.keys(value).length > 0),
    );
  });

  it('accepts an empty sequence and refuses to write one (RFC 5280 §4.2.1.11)', () => {
    assertReads(policyConstraints, '3000', {});
    assert.throws(() => policyConstraints.encode({}), RangeError);
  });

  it('refuses negative counts in both directions', () => {
    assertRefuses(policyConstraints, '30038001ff', 'der.out_of_range');
    assert.throws(() => policyConstraints.encode({ requireExplicitPolicy: -1 }), RangeError);
  });

  it('survives damage', () => {
    assertSurvivesDamage(policyConstraints, '3006800100810103');
  });
});

describe('inhibitAnyPolicy', () => {
  it('writes as OpenSSL does', () => {
    assertVector(inhibitAnyPolicy, 2, '020102');
  });

  it('reads back what it writes', () => {
    assertRoundTrip(inhibitAnyPolicy, fc.maxSafeNat());
  });

  it('refuses negative counts in both directions', () => {
    assertRefuses(inhibitAnyPolicy, '0201ff', 'der.out_of_range');
    assert.throws(() => inhibitAnyPolicy.encode(-1), RangeError);
  });
});
