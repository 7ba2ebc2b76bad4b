/** Plain names and values, which rules of form are not asked about. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { implicit, sequence, text } from '../../test/der.ts';
import { extension, leaf, name, Oid } from '../../test/tbs-certificate.ts';
import { CertificateUnderLint } from '../certificate/certificate-under-lint.ts';
import { AttributeType } from '../certificate/names/name-under-lint.ts';
import { RULE_SETS } from '../lint-certificate.ts';
import { runRules } from '../rule.ts';

describe('rules of form, asked about all names and values instead of the unusual ones', () => {
  it('find nothing more in DNS names', () => {
    const label = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', 'Z', '0', '-'), minLength: 1, maxLength: 8 }),
      fc.string({ unit: fc.constantFrom('a', '_', '*', ' ', '-', '/', '\u00e9'), maxLength: 3 }),
      fc.constantFrom('xn--', 'xn--a', 'xn--bcher-kva', 'a'.repeat(63), 'a'.repeat(64)),
    );
    const names = fc.array(label, { maxLength: 6 }).map((labels) => labels.join('.'));
    assertNothingMore(names, (dnsName) => {
      const names = sequence(implicit(2, Buffer.from(dnsName, 'latin1')));
      return leaf({
        extensions: {
          [Oid.subjectAltName]: extension(Oid.subjectAltName, names, true),
          [Oid.issuerAltName]: extension(Oid.issuerAltName, names),
        },
      });
    });
  });

  it('find nothing more in attributes of the subject', () => {
    const value = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', 'Z', '0', ' ', '.', '-'), maxLength: 70 }),
      fc.constantFrom('A', 'AAA', 'a'.repeat(40), 'a'.repeat(41), 'a'.repeat(64), 'a'.repeat(65)),
      fc.string({ unit: fc.constantFrom('a', '&', ';', '@', '\0', '\u00e9', '<', '#', '3', '8'), maxLength: 8 }),
      fc.constant('&amp;'),
    );
    const attributes = fc.record({
      type: fc.constantFrom(...Object.values(AttributeType)),
      tag: fc.constantFrom(0x0c, 0x13, 0x14, 0x16, 0x1e, 0x30),
      value,
    });
    assertNothingMore(attributes, ({ type, tag, value: written }) =>
      leaf({ subject: name([type, text(tag, written)]) }),
    );
  });
});

function assertNothingMore<T>(parts: fc.Arbitrary<T>, certificateOf: (part: T) => Uint8Array): void {
  const found = new Set<string>();
  fc.assert(
    fc.property(parts, (part) => {
      const octets = certificateOf(part);
      const usual = findings(CertificateUnderLint.toBeSigned(octets));
      assert.deepEqual(findings(withoutPlainOnes(octets)), usual);
      for (const { rule } of usual) found.add(rule);
    }),
    { numRuns: 2000 },
  );
  assert.ok(found.size > 5, [...found].join(', '));
}

/** Reads a certificate all of whose names and values are unusual ones. */
function withoutPlainOnes(octets: Uint8Array): CertificateUnderLint {
  const certificate = CertificateUnderLint.toBeSigned(octets);
  const { subject, dnsNames, alternativeNames } = certificate;
  Object.defineProperty(subject, 'unusualAttributes', { value: subject.attributes });
  Object.defineProperty(certificate, 'unusualDnsNames', { value: dnsNames });
  Object.defineProperty(certificate, 'unusualTextNames', { value: alternativeNames.filter((one) => 'text' in one) });
  return certificate;
}

function findings(certificate: CertificateUnderLint) {
  return Object.values(RULE_SETS).flatMap((set) => runRules(set, certificate, ISSUED_AT));
}

const ISSUED_AT = Date.UTC(2026, 10, 1) / 1000;
