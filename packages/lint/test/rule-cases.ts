/** Cases of rules: what a rule finds something in, and its neighbor that it finds nothing in. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Element } from '../src/ber/element.ts';
import { Tag } from '../src/ber/values.ts';
import { CertificateUnderLint } from '../src/certificate/certificate-under-lint.ts';
import { type Finding, type Rule, ruleSet, runRules } from '../src/rule.ts';
import type { CertificateRule } from '../src/rules/certificate-rule.ts';

/** Octets of certificates, whole or to be signed, by what a rule says of them. */
export interface RuleCase {
  /** Each is found. */
  readonly bad: Readonly<Record<string, Uint8Array>>;
  /** Each is let pass; the nearest to a bad one. */
  readonly good: Readonly<Record<string, Uint8Array>>;
}

/** Defines a test for each rule on certificates, which fails for a rule without cases and for cases without a rule. */
export function testRules(
  folder: string,
  rules: readonly CertificateRule[],
  cases: Readonly<Record<string, RuleCase>>,
): void {
  testFindings(folder, rules, cases, findings);
}

/**
 * Defines the same for rules on objects of any kind.
 *
 * @param rules - those of other folders are left out
 * @param find - gives the findings of one rule
 */
export function testFindings<R extends Pick<Rule<never>, 'name'>>(
  folder: string,
  all: readonly R[],
  cases: Readonly<Record<string, RuleCase>>,
  find: (rule: R, octets: Uint8Array) => readonly Finding[],
): void {
  const rules = all.filter(({ name }) => name.startsWith(`${folder}/`));
  describe(`rules of ${folder}`, () => {
    it('each have a bad case and a good one', () => {
      assert.deepEqual(
        Object.keys(cases).toSorted(),
        rules.map(({ name }) => name.slice(folder.length + 1)).toSorted(),
      );
      for (const [name, { bad, good }] of Object.entries(cases))
        assert.ok(Object.keys(bad).length > 0 && Object.keys(good).length > 0, name);
    });

    for (const rule of rules) {
      const { bad = {}, good = {} } = cases[rule.name.slice(folder.length + 1)] ?? {};
      for (const [what, octets] of Object.entries(bad))
        it(`${rule.name} finds: ${what}`, () => assert.notDeepEqual(find(rule, octets), []));
      for (const [what, octets] of Object.entries(good))
        it(`${rule.name} lets pass: ${what}`, () => assert.deepEqual(find(rule, octets), []));
    }
  });
}

function findings(rule: CertificateRule, octets: Uint8Array) {
  // A TBSCertificate begins with its version or serial number, a certificate with a SEQUENCE.
  const isWhole = Element.only(octets).children[0]?.tag === Tag.sequence;
  const certificate = isWhole ? CertificateUnderLint.whole(octets) : CertificateUnderLint.toBeSigned(octets);
  return runRules(ruleSet([rule]), certificate, certificate.notBefore.seconds);
}
