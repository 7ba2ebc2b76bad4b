import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { attribute, extensionRequest, request } from '../../../test/certification-request.ts';
import { bitString, boolean, integer, NULL, octetString, oid, sequence, utf8 } from '../../../test/der.ts';
import { type RuleCase, testFindings } from '../../../test/rule-cases.ts';
import { algorithm, extension, name, Oid, rsaKey } from '../../../test/tbs-certificate.ts';
import { lintCertificationRequest } from '../../lint-request.ts';
import { REQUEST_RULES } from './index.ts';

const CHALLENGE = '1.2.840.113549.1.9.7';
const UNSTRUCTURED_NAME = '1.2.840.113549.1.9.2';
const EXTENSIONS = '1.2.840.113549.1.9.14';
const KEY_USAGE = extension(Oid.keyUsage, bitString(Uint8Array.of(0x80), 7), true);

testFindings('request', REQUEST_RULES, cases(), (rule, octets) =>
  lintCertificationRequest(octets).filter((finding) => finding.rule === rule.name),
);

function cases(): Readonly<Record<string, RuleCase>> {
  return {
    'attribute-single-value': {
      bad: { 'two lists of extensions': withAttributes(attribute(EXTENSIONS, sequence(), sequence(KEY_USAGE))) },
      good: { 'two names': withAttributes(attribute(UNSTRUCTURED_NAME, utf8('a'), utf8('b'))) },
    },
    'attribute-values': {
      bad: { none: withAttributes(attribute(CHALLENGE)) },
      good: { one: withAttributes(attribute(CHALLENGE, utf8('a'))) },
    },
    'attributes-order': {
      bad: { 'not ascending': withAttributes(extensionRequest(KEY_USAGE), attribute(CHALLENGE, utf8('a'))) },
      good: { ascending: withAttributes(attribute(CHALLENGE, utf8('a')), extensionRequest(KEY_USAGE)) },
    },
    'attributes-present': { bad: { none: request({ attributes: null }) }, good: { 'an empty field': request() } },
    'attributes-unique': {
      bad: { twice: withAttributes(attribute(CHALLENGE, utf8('a')), attribute(CHALLENGE, utf8('a'))) },
      good: { once: withAttributes(attribute(CHALLENGE, utf8('a'))) },
    },
    'challenge-password': {
      bad: {
        'an INTEGER': withAttributes(attribute(CHALLENGE, integer(1))),
        '256 characters': withAttributes(attribute(CHALLENGE, utf8('a'.repeat(256)))),
      },
      good: { '255 characters': withAttributes(attribute(CHALLENGE, utf8('é'.repeat(255)))) },
    },
    'default-not-written': {
      bad: {
        'critical FALSE': withAttributes(
          extensionRequest(sequence(oid(Oid.keyUsage), boolean(false), octetString(bitString(Uint8Array.of(0x80), 7)))),
        ),
      },
      good: { 'critical TRUE': withAttributes(extensionRequest(KEY_USAGE)) },
    },
    'extension-value': {
      bad: { 'a NULL': withAttributes(extensionRequest(extension(Oid.keyUsage, NULL))) },
      good: { 'key usages': withAttributes(extensionRequest(KEY_USAGE)) },
    },
    'extensions-not-empty': {
      bad: { none: withAttributes(extensionRequest()) },
      good: { one: withAttributes(extensionRequest(KEY_USAGE)) },
    },
    'key-readable': {
      bad: {
        'no RSA key': request({ publicKey: sequence(algorithm('1.2.840.113549.1.1.1', NULL), bitString(integer(5))) }),
        'an even exponent': request({ publicKey: rsaKey({ exponent: 4 }) }),
        'no point': request({
          publicKey: sequence(algorithm('1.2.840.10045.2.1', oid('1.2.840.10045.3.1.7')), bitString(Uint8Array.of(9))),
        }),
        nothing: request({ publicKey: sequence(algorithm('1.3.101.112'), bitString(new Uint8Array())) }),
      },
      good: { RSA: request({ publicKey: rsaKey() }), EC: request() },
    },
    'version-1': { bad: { 2: request({ version: integer(1) }) }, good: { 1: request() } },
  };
}

describe('lint of certification requests', () => {
  it('finds nothing in one that keeps the rules', () => {
    assert.deepEqual(lintCertificationRequest(request()), []);
    assert.deepEqual(lintCertificationRequest(withAttributes(extensionRequest(KEY_USAGE))), []);
  });

  it('holds the rules of certificates on names, keys and algorithms', () => {
    const rules = (octets: Uint8Array) => lintCertificationRequest(octets).map(({ rule }) => rule);
    assert.deepEqual(rules(request({ subject: name([Oid.commonName, utf8('a'.repeat(65))]) })), [
      'rfc5280/attribute-length',
    ]);
    assert.deepEqual(rules(request({ by: algorithm('1.2.840.10045.4.3.2', NULL) })), [
      'rfc5280/ecdsa-signature-parameters',
    ]);
    assert.deepEqual(rules(withAttributes(extensionRequest(KEY_USAGE, KEY_USAGE))), ['rfc5280/extensions-unique']);
  });

  it('tells of octets that are not a request, wherever they end, and never throws', () => {
    const octets = withAttributes(extensionRequest(KEY_USAGE));
    for (let length = 0; length < octets.length; length++)
      assert.equal(lintCertificationRequest(octets.subarray(0, length))[0]?.rule, 'request/readable', `${length}`);
    for (let at = 0; at < octets.length; at++)
      for (const octet of [0, 1, 0x30, 0x7f, 0x80, 0xff]) {
        const damaged = Uint8Array.from(octets);
        damaged[at] = octet;
        assert.ok(Array.isArray(lintCertificationRequest(damaged)));
      }
  });
});

function withAttributes(...attributes: readonly Uint8Array[]): Uint8Array {
  return request({ attributes });
}
