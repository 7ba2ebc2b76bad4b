import { element, generalizedTime, NULL } from '../../../test/der.ts';
import {
  responseData,
  revoked,
  signedResponse,
  singleResponse,
  type StatusParts,
} from '../../../test/ocsp-response.ts';
import { type RuleCase, testFindings } from '../../../test/rule-cases.ts';
import { algorithm, extension, Oid } from '../../../test/tbs-certificate.ts';
import { lintOcspResponse } from '../../lint-ocsp-response.ts';
import { OCSP_TLS_RULES } from './index.ts';

testFindings('ocsp-tls', OCSP_TLS_RULES, cases(), (rule, octets) =>
  lintOcspResponse(octets, { requirements: ['TLS'], coversCas: rule.name === 'ocsp-tls/reason-of-ca' }).filter(
    (finding) => finding.rule === rule.name,
  ),
);

function cases(): Readonly<Record<string, RuleCase>> {
  return {
    'ecdsa-hash': {
      bad: { 'SHA-256 on P-384': signedResponse(responseData(), { signature: Buffer.alloc(103, 1) }) },
      good: { 'SHA-256 on P-256': single({}) },
    },
    'pss-parameters': {
      bad: { none: signedResponse(responseData(), { by: algorithm('1.2.840.113549.1.1.10') }) },
      good: { PKCS1: signedResponse(responseData(), { by: algorithm('1.2.840.113549.1.1.11', NULL) }) },
    },
    'reason-allowed': {
      bad: { 0: single({ status: revoked(undefined, 0) }), 6: single({ status: revoked(undefined, 6) }) },
      good: { 1: single({ status: revoked(undefined, 1) }), none: single({ status: revoked() }) },
    },
    'reason-code-absent': {
      bad: { one: single({ extensions: [extension(Oid.reasonCode, element(0x0a, Uint8Array.of(1)))] }) },
      good: { none: single({}) },
    },
    'reason-of-ca': {
      bad: { none: single({ status: revoked() }) },
      good: { one: single({ status: revoked(undefined, 4) }), good: single({}) },
    },
    'signature-algorithm': {
      bad: { 'SHA-1': signedResponse(responseData(), { by: algorithm('1.2.840.113549.1.1.5', NULL) }) },
      good: {
        'SHA-256': single({}),
        'SHA-1 in May 2022': signedResponse(responseData({ producedAt: generalizedTime('20220531235959Z') }), {
          by: algorithm('1.2.840.113549.1.1.5', NULL),
        }),
      },
    },
    'validity-interval': {
      bad: {
        none: single({ nextUpdate: null }),
        'a second less than eight hours': single({ nextUpdate: generalizedTime('20261101075959Z') }),
        'a second more than ten days': single({ nextUpdate: generalizedTime('20261111000001Z') }),
      },
      good: {
        'eight hours': single({ nextUpdate: generalizedTime('20261101080000Z') }),
        'ten days': single({ nextUpdate: generalizedTime('20261111000000Z') }),
      },
    },
  };
}

function single(parts: StatusParts): Uint8Array {
  return signedResponse(responseData({ responses: [singleResponse(parts)] }));
}
