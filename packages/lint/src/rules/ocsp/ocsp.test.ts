import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  bitString,
  boolean,
  explicit,
  generalizedTime,
  integer,
  NULL,
  octetString,
  oid,
  sequence,
} from '../../../test/der.ts';
import {
  type OcspParts,
  response,
  responseData,
  revoked,
  signedResponse,
  singleResponse,
  type StatusParts,
} from '../../../test/ocsp-response.ts';
import { type RuleCase, testFindings } from '../../../test/rule-cases.ts';
import { algorithm, authority, extension, leaf, Oid } from '../../../test/tbs-certificate.ts';
import { lintOcspResponse, lintToBeSignedOcspResponse, OcspTemplate } from '../../lint-ocsp-response.ts';
import { OCSP_RULES } from './index.ts';

const NONCE = '1.3.6.1.5.5.7.48.1.2';
const CUTOFF = '1.3.6.1.5.5.7.48.1.6';
const EXTENDED_REVOKE = '1.3.6.1.5.5.7.48.1.9';
const NEVER_ISSUED = singleResponse({ status: revoked('19700101000000Z', 6) });

testFindings('ocsp', OCSP_RULES, cases(), (rule, octets) =>
  lintOcspResponse(octets).filter((finding) => finding.rule === rule.name),
);

function cases(): Readonly<Record<string, RuleCase>> {
  return {
    'archive-cutoff-date': {
      bad: {
        'without seconds': single({ extensions: [extension(CUTOFF, generalizedTime('202610010000Z'))] }),
        later: single({ extensions: [extension(CUTOFF, generalizedTime('20261101000001Z'))] }),
      },
      good: { earlier: single({ extensions: [extension(CUTOFF, generalizedTime('20251101000000Z'))] }) },
    },
    'certificate-id-hash': {
      bad: {
        '32 octets of SHA-1': single({ issuerHash: Buffer.alloc(32) }),
        '20 octets of SHA-256': single({ hash: '2.16.840.1.101.3.4.2.1' }),
      },
      good: {
        'SHA-1': single({}),
        'SHA-256': single({ hash: '2.16.840.1.101.3.4.2.1', issuerHash: Buffer.alloc(32) }),
      },
    },
    'default-not-written': {
      bad: {
        'version 1': whole({ version: explicit(0, integer(0)) }),
        'critical FALSE': whole({
          extensions: [sequence(oid(NONCE), boolean(false), octetString(octetString(Buffer.alloc(32, 1))))],
        }),
      },
      good: { neither: whole({ extensions: [nonce(32)] }) },
    },
    'delegated-responder': {
      bad: { 'a TLS server': withCertificate(leaf()) },
      good: {
        'an OCSP responder': withCertificate(
          leaf({
            extensions: { [Oid.extKeyUsage]: extension(Oid.extKeyUsage, sequence(oid('1.3.6.1.5.5.7.3.9'))) },
          }),
        ),
        'a CA': withCertificate(authority()),
        none: whole({}),
      },
    },
    'extended-revoke-not-critical': {
      bad: { 'one that is': whole({ extensions: [extension(EXTENDED_REVOKE, NULL, true)] }) },
      good: { 'one that is not': whole({ extensions: [extension(EXTENDED_REVOKE, NULL)] }) },
    },
    'extended-revoke-place': {
      bad: { 'in a status': single({ extensions: [extension(EXTENDED_REVOKE, NULL)] }) },
      good: { 'in the response': whole({ extensions: [extension(EXTENDED_REVOKE, NULL)] }) },
    },
    'extended-revoke-present': {
      bad: { 'a certificate that was never issued': whole({ responses: [NEVER_ISSUED] }) },
      good: {
        'the same with the extension': whole({
          responses: [NEVER_ISSUED],
          extensions: [extension(EXTENDED_REVOKE, NULL)],
        }),
      },
    },
    'extension-value': {
      bad: { 'a nonce of no OCTET STRING': whole({ extensions: [extension(NONCE, integer(5))] }) },
      good: { 'a nonce': whole({ extensions: [nonce(32)] }) },
    },
    'extensions-not-empty': {
      bad: { 'of the response': whole({ extensions: [] }), 'of a status': single({ extensions: [] }) },
      good: { none: whole({}) },
    },
    'extensions-unique': {
      bad: { 'two nonces': whole({ extensions: [nonce(32), nonce(32)] }) },
      good: { one: whole({ extensions: [nonce(32)] }) },
    },
    'next-update-order': {
      bad: { 'the same second': single({ nextUpdate: generalizedTime('20261101000000Z') }) },
      good: { later: single({}), none: single({ nextUpdate: null }) },
    },
    'nonce-length': {
      bad: { 'no octets': whole({ extensions: [nonce(0)] }), '129 octets': whole({ extensions: [nonce(129)] }) },
      good: { '1 octet': whole({ extensions: [nonce(1)] }), '128 octets': whole({ extensions: [nonce(128)] }) },
    },
    'reason-value': {
      bad: { 7: single({ status: revoked(undefined, 7) }), 11: single({ status: revoked(undefined, 11) }) },
      good: { 1: single({ status: revoked(undefined, 1) }), none: single({ status: revoked() }) },
    },
    'responder-id': {
      bad: {
        '32 octets': whole({ responder: explicit(2, octetString(Buffer.alloc(32))) }),
        'no name': whole({ responder: explicit(1, sequence()) }),
      },
      good: { '20 octets': whole({}) },
    },
    'response-bytes': {
      bad: { 'a success without': response(0), 'a failure with': replaceStatus(whole({}), 1) },
      good: { 'a success with': whole({}), 'a failure without': response(6) },
    },
    'response-status': { bad: { 4: response(4), 7: response(7) }, good: { 6: response(6) } },
    'response-type': {
      bad: { another: response(0, sequence(oid('1.2.3'), octetString(NULL))) },
      good: { basic: whole({}) },
    },
    'responses-not-empty': { bad: { none: whole({ responses: [] }) }, good: { one: whole({}) } },
    'responses-unique': {
      bad: { 'the same twice': whole({ responses: [singleResponse(), singleResponse()] }) },
      good: { two: whole({ responses: [singleResponse(), singleResponse({ serial: integer(8) })] }) },
    },
    'revocation-time-order': {
      bad: { later: single({ status: revoked('20261101000001Z') }) },
      good: { earlier: single({ status: revoked() }) },
    },
    'serial-number-length': {
      bad: { '21 octets': single({ serial: integer(Buffer.alloc(21, 1)) }) },
      good: { '20 octets': single({ serial: integer(Buffer.alloc(20, 1)) }) },
    },
    'serial-number-positive': {
      bad: { zero: single({ serial: integer(0) }), negative: single({ serial: integer(Uint8Array.of(0x80)) }) },
      good: { one: single({ serial: integer(1) }) },
    },
    'signature-parameters': {
      bad: {
        'RSA without NULL': signedResponse(responseData(), { by: algorithm('1.2.840.113549.1.1.11') }),
        'ECDSA with NULL': signedResponse(responseData(), { by: algorithm('1.2.840.10045.4.3.2', NULL) }),
      },
      good: {
        'RSA with NULL': signedResponse(responseData(), { by: algorithm('1.2.840.113549.1.1.11', NULL) }),
        'ECDSA without': whole({}),
      },
    },
    'this-update-order': {
      bad: { later: whole({ producedAt: generalizedTime('20261031235959Z') }) },
      good: { 'the same second': whole({}) },
    },
    'time-form': {
      bad: {
        fractions: whole({ producedAt: generalizedTime('20261101000000.5Z') }),
        'no seconds': single({ thisUpdate: generalizedTime('202611010000Z') }),
      },
      good: { seconds: whole({}) },
    },
    'version-1': { bad: { 2: whole({ version: explicit(0, integer(1)) }) }, good: { 1: whole({}) } },
  };
}

describe('lint of OCSP responses', () => {
  it('finds nothing in responses that keep the rules, whole or to be signed', () => {
    assert.deepEqual(lintToBeSignedOcspResponse(responseData(), { requirements: ['TLS'] }), []);
    assert.deepEqual(lintOcspResponse(whole({}), { requirements: ['TLS'] }), []);
  });

  it('tells of octets that are not a response, wherever they end', () => {
    const octets = whole({ extensions: [nonce(32)] });
    for (let length = 0; length < octets.length; length++)
      assert.equal(lintOcspResponse(octets.subarray(0, length))[0]?.rule, 'ocsp/readable', `${length} octets`);
  });

  it('never throws, whichever octet is another', () => {
    const octets = withCertificate(leaf());
    for (let at = 0; at < octets.length; at++)
      for (const octet of [0, 1, 0x30, 0x7f, 0x80, 0xff]) {
        const damaged = Uint8Array.from(octets);
        damaged[at] = octet;
        assert.ok(Array.isArray(lintOcspResponse(damaged, { requirements: ['TLS'] })));
      }
  });
});

describe('a template of OCSP responses', () => {
  const template = new OcspTemplate(responseData({ extensions: [nonce(32)] }), { requirements: ['TLS'] });

  it('has the findings of the lint', () => {
    assert.deepEqual(template.findings, []);
    const bad = new OcspTemplate(responseData({ responses: [singleResponse({ nextUpdate: null })] }), {
      requirements: ['TLS'],
    });
    assert.deepEqual(
      bad.findings.map(({ rule }) => rule),
      ['ocsp-tls/validity-interval'],
    );
    assert.equal(new OcspTemplate(Uint8Array.of(0x30)).findings[0]?.rule, 'ocsp/readable');
  });

  it('fits a response that differs in serial number, times and nonce alone, in which a lint finds nothing either', () => {
    const other = responseData({
      producedAt: generalizedTime('20271231235959Z'),
      responses: [
        singleResponse({
          serial: integer(Buffer.alloc(20, 0x55)),
          issuerHash: Buffer.alloc(20, 9),
          thisUpdate: generalizedTime('20271230235959Z'),
          nextUpdate: generalizedTime('20280102235959Z'),
        }),
      ],
      extensions: [extension(NONCE, octetString(Buffer.alloc(32, 0xa5)))],
    });
    assert.equal(template.fits(other), true);
    assert.deepEqual(lintToBeSignedOcspResponse(other, { requirements: ['TLS'] }), []);
  });

  it('fits no other', () => {
    const extensions = [nonce(32)];
    const others: Readonly<Record<string, Uint8Array>> = {
      'without a nonce': responseData(),
      'a longer nonce': responseData({ extensions: [nonce(33)] }),
      'a critical nonce': responseData({ extensions: [extension(NONCE, octetString(Buffer.alloc(32)), true)] }),
      'another status': responseData({ extensions, responses: [singleResponse({ status: revoked() })] }),
      'a serial number of 21 octets': responseData({
        extensions,
        responses: [singleResponse({ serial: integer(Buffer.alloc(21, 1)) })],
      }),
      'the serial number 0': responseData({ extensions, responses: [singleResponse({ serial: integer(0) })] }),
      'a padded serial number': responseData({
        extensions,
        responses: [singleResponse({ serial: integer(Uint8Array.of(0, 1)) })],
      }),
      'another validity': responseData({
        extensions,
        responses: [singleResponse({ nextUpdate: generalizedTime('20261105000000Z') })],
      }),
      'no nextUpdate': responseData({ extensions, responses: [singleResponse({ nextUpdate: null })] }),
      'produced before thisUpdate': responseData({ extensions, producedAt: generalizedTime('20261031000000Z') }),
      'two statuses': responseData({
        extensions,
        responses: [singleResponse(), singleResponse({ serial: integer(8) })],
      }),
      'another responder': responseData({ extensions, responder: explicit(2, octetString(Buffer.alloc(20, 8))) }),
      'an extension of the status': responseData({
        extensions,
        responses: [singleResponse({ extensions: [extension(CUTOFF, generalizedTime('20251101000000Z'))] })],
      }),
      'an invalid time': responseData({ extensions, producedAt: generalizedTime('20261301000000Z') }),
      'no response': Uint8Array.of(0x30),
    };
    for (const [what, octets] of Object.entries(others)) assert.equal(template.fits(octets), false, what);
  });
});

function whole(parts: OcspParts): Uint8Array {
  return signedResponse(responseData(parts));
}

function single(parts: StatusParts): Uint8Array {
  return whole({ responses: [singleResponse(parts)] });
}

function nonce(octets: number): Uint8Array {
  return extension('1.3.6.1.5.5.7.48.1.2', octetString(Buffer.alloc(octets, 3)));
}

function withCertificate(tbs: Uint8Array): Uint8Array {
  const certificate = sequence(tbs, algorithm('1.2.840.10045.4.3.2'), bitString(Uint8Array.of(1)));
  return signedResponse(responseData(), { certificates: [certificate] });
}

function replaceStatus(octets: Uint8Array, status: number): Uint8Array {
  const changed = Uint8Array.from(octets);
  changed[changed.indexOf(0x0a) + 2] = status;
  return changed;
}
