/** The cases of NIST's Public Key Interoperability Test Suite end as NIST says, each with its own certificates and CRLs and no others. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PKITS_CERTIFICATES, PKITS_CRLS, readPkits } from '../../test/pkits.ts';
import { PKITS_NOW, PKITS_TRUST_ANCHOR, type PkitsCase, readPkitsCases } from '../../test/pkits-cases.ts';
import { Certificate } from '../certificate/index.ts';
import { Crl } from '../crl/index.ts';
import { PkiError } from '../errors.ts';
import { CrlRevocation, IndexedCrl } from '../revocation/index.ts';
import { findPath } from './find-path.ts';
import { trustAnchorOf } from './trust-anchor.ts';
import type { PathRules } from './validate-path.ts';

const certificates = new Map(readPkits(PKITS_CERTIFICATES).map(({ name, der }) => [name, Certificate.parse(der)]));
const crls = new Map(readPkits(PKITS_CRLS).map(({ name, der }) => [name, Crl.parse(der)]));
const root = certificates.get(PKITS_TRUST_ANCHOR)!;

/** The sections, and how paths of theirs may fail. */
const FAULTS: Readonly<Record<string, RegExp>> = {
  '4.1': /^path\.signature$/,
  '4.2': /^path\.not_valid_now$/,
  '4.3': /^path\.(name_chaining|incomplete)$/,
  '4.4': /^path\.(revoked|revocation_unknown)$/,
  '4.5': /^path\.(revoked|revocation_unknown|not_a_ca)$/,
  '4.6': /^path\.(not_a_ca|too_long)$/,
  '4.7': /^path\.(key_usage|revocation_unknown)$/,
  '4.8': /^path\.no_policy$/,
  '4.9': /^path\.no_policy$/,
  '4.10': /^path\.(no_policy|bad_policies)$/,
  '4.11': /^path\.no_policy$/,
  '4.12': /^path\.no_policy$/,
  '4.13': /^path\.name_not_permitted$/,
  '4.14': /^path\.(revoked|revocation_unknown)$/,
  '4.15': /^path\.(revoked|revocation_unknown)$/,
  '4.16': /^path\.critical_extension$/,
};

/**
 * Departure from NIST: the only list that covers the certificate of this list's signer is signed with that very key. A stolen key
 * could speak for itself.
 */
const UNKNOWN_TO_US = '4.14.30';

it('has the 249 cases of NIST', () => {
  assert.equal(readPkitsCases(Object.keys(FAULTS)).length, 249);
});

for (const [section, fault] of Object.entries(FAULTS)) {
  describe(`section ${section} of PKITS`, () => {
    for (const one of readPkitsCases([section])) {
      const { number, name, valid } = one;
      if (valid && number !== UNKNOWN_TO_US) {
        it(`accepts ${number} ${name}`, () => assert.deepEqual([...validate(one).policies].toSorted(), one.policies));
      } else {
        it(`refuses ${number} ${name}`, () => assert.throws(() => validate(one), isPkiError(fault)));
      }
    }
  });
}

function validate(one: PkitsCase) {
  const pool = one.path.map((name) => certificates.get(name)!);
  const rules = rulesOf(one);
  const lists = one.crls.map((name) => new IndexedCrl(crls.get(name)!));
  const material = { crls: lists, certificates: [root, ...pool], rules };
  const revocation = new CrlRevocation(material);
  const paths = { anchors: [trustAnchorOf(root)], intermediates: pool };
  return findPath(pool.at(-1)!, paths, rules, (path) => revocation.requireUnrevoked(path));
}

function rulesOf({ initialPolicies, ...one }: PkitsCase): PathRules {
  return {
    now: PKITS_NOW,
    // The keys of DSA sign SHA-1.
    acceptWeak: true,
    explicitPolicy: one.explicitPolicy,
    inhibitPolicyMapping: one.inhibitPolicyMapping,
    inhibitAnyPolicy: one.inhibitAnyPolicy,
    initialPolicies: initialPolicies && new Set(initialPolicies),
  };
}

function isPkiError(fault: RegExp) {
  return (error: unknown) => error instanceof PkiError && fault.test(error.code);
}
