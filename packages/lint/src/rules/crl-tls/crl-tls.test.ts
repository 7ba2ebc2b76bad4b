import assert from 'node:assert/strict';
import { it } from 'node:test';
import { explicit, generalizedTime, implicit, NULL, sequence, utcTime, utf8 } from '../../../test/der.ts';
import { type RuleCase, testFindings } from '../../../test/rule-cases.ts';
import { crl, crlOf, distributionPoint, flag, reason, signedCrl } from '../../../test/tbs-crl.ts';
import { algorithm, extension, name, Oid } from '../../../test/tbs-certificate.ts';
import { lintCrl, lintToBeSignedCrl } from '../../lint-crl.ts';
import { CRL_TLS_ENTRY_EXTENSION_RULES, CRL_TLS_RULES } from './index.ts';

const NAME = explicit(4, name([Oid.commonName, utf8('a')]));

testFindings('crl-tls', [...CRL_TLS_RULES, ...CRL_TLS_ENTRY_EXTENSION_RULES], cases(), (rule, octets) =>
  lintCrl(octets, { requirements: ['TLS'] }).filter((finding) => finding.rule === rule.name),
);

it('a CA that certifies only CAs has twelve months to the next CRL', () => {
  const rules = (nextUpdate: Uint8Array) =>
    lintToBeSignedCrl(crl({ nextUpdate }), { requirements: ['TLS'], coversCas: true }).map(({ rule }) => rule);
  assert.deepEqual(rules(utcTime('271101000000Z')), []);
  assert.deepEqual(rules(utcTime('271101000001Z')), ['crl-tls/next-update-12-months']);
});

function cases(): Readonly<Record<string, RuleCase>> {
  return {
    'all-reasons': ofPoint(distributionPoint(implicit(3, Uint8Array.of(1, 2))), distributionPoint()),
    'authority-key-identifier-form': {
      bad: {
        'an issuer': whole(
          extended(
            Oid.authorityKeyIdentifier,
            sequence(implicit(0, Buffer.alloc(20)), explicit(1, NAME), implicit(2, Uint8Array.of(1))),
          ),
        ),
      },
      good: { 'a keyIdentifier': whole(crl()) },
    },
    'ecdsa-hash': {
      bad: { 'SHA-256 on P-384': signedCrl(crl(), { signature: Buffer.alloc(103, 1) }) },
      good: {
        'SHA-256 on P-256': whole(crl()),
        'SHA-384 on P-384': signedCrl(crl({ algorithm: algorithm('1.2.840.10045.4.3.3') }), {
          signature: Buffer.alloc(103, 1),
        }),
      },
    },
    'entry-extensions-recommended': {
      bad: {
        'an invalidityDate': whole(
          crlOf({ extensions: [extension(Oid.invalidityDate, generalizedTime('20261031000000Z'))] }),
        ),
      },
      good: { 'a reason': whole(crlOf({ extensions: [reason(1)] })) },
    },
    'extensions-recommended': {
      bad: {
        freshestCRL: whole(extended(Oid.freshestCrl, sequence(distributionPoint()))),
      },
      good: { issuingDistributionPoint: whole(extended(Oid.issuingDistributionPoint, distributionPoint(), true)) },
    },
    'issuing-distribution-point-name': ofPoint(sequence(explicit(0, explicit(0, NAME))), distributionPoint()),
    'next-update-10-days': {
      bad: { 'a second more': whole(crl({ nextUpdate: utcTime('261111000001Z') })) },
      good: {
        'ten days': whole(crl({ nextUpdate: utcTime('261111000000Z') })),
        'of CAs alone': whole(
          crl({
            nextUpdate: utcTime('270111000000Z'),
            extensions: {
              [Oid.issuingDistributionPoint]: extension(Oid.issuingDistributionPoint, distributionPoint(flag(2)), true),
            },
          }),
        ),
      },
    },
    'next-update-12-months': {
      bad: { 'a second more': whole(crl({ nextUpdate: utcTime('271101000001Z') })) },
      good: { 'twelve months': whole(crl({ nextUpdate: utcTime('271101000000Z') })) },
    },
    'not-indirect': ofPoint(distributionPoint(flag(4)), distributionPoint(flag(1))),
    'partition-named': ofPoint(sequence(flag(1)), distributionPoint(flag(1))),
    'reason-code-allowed': {
      bad: Object.fromEntries([0, 2, 6, 8, 10].map((code) => [code, whole(crlOf({ extensions: [reason(code)] }))])),
      good: Object.fromEntries([1, 3, 4, 5, 9].map((code) => [code, whole(crlOf({ extensions: [reason(code)] }))])),
    },
    'signature-algorithm': {
      bad: { 'SHA-1': signedCrl(crl({ algorithm: algorithm('1.2.840.113549.1.1.5', NULL) })) },
      good: {
        'SHA-256': whole(crl()),
        'SHA-1 in August 2026': signedCrl(
          crl({ algorithm: algorithm('1.2.840.113549.1.1.5', NULL), thisUpdate: utcTime('260801000000Z') }),
        ),
      },
    },
  };
}

function whole(tbs: Uint8Array): Uint8Array {
  return signedCrl(tbs);
}

function extended(type: string, value: Uint8Array, critical = false): Uint8Array {
  return crl({ extensions: { [type]: extension(type, value, critical) } });
}

function ofPoint(bad: Uint8Array, good: Uint8Array): RuleCase {
  return {
    bad: { bad: whole(extended(Oid.issuingDistributionPoint, bad, true)) },
    good: { good: whole(extended(Oid.issuingDistributionPoint, good, true)) },
  };
}
