import {
  bitString,
  boolean,
  element,
  explicit,
  ia5,
  implicit,
  integer,
  oid,
  printable,
  sequence,
  utcTime,
  utf8,
} from '../../../test/der.ts';
import {
  BUSINESS_CATEGORY,
  COMMON_NAME,
  COUNTRY,
  DOMAIN_COMPONENT,
  JURISDICTION_COUNTRY,
  LOCALITY,
  ORGANIZATION,
  SERIAL_NUMBER,
  STATE,
} from '../../../test/attribute-types.ts';
import { type RuleCase, testRules } from '../../../test/rule-cases.ts';
import {
  algorithm,
  authority,
  codeSigner,
  ecKey,
  extension,
  leaf,
  name,
  offCurve,
  Oid,
  type Parts,
  rsaKey,
  timeStamper,
  uri,
} from '../../../test/tbs-certificate.ts';
import { CODE_SIGNING_RULES } from './index.ts';

const CODE = '1.3.6.1.5.5.7.3.3';
const TIME = '1.3.6.1.5.5.7.3.8';
const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2';
const MAIL = '1.3.6.1.5.5.7.3.4';
const OCSP = '1.3.6.1.5.5.7.48.1';
const CA_ISSUERS = '1.3.6.1.5.5.7.48.2';
const ROOT_NAME = name([COUNTRY, printable('SE')], [ORGANIZATION, utf8('Example')], [COMMON_NAME, utf8('Root')]);
const ADDRESSED = { [Oid.extKeyUsage]: extension(Oid.extKeyUsage, sequence(oid(CODE))) };

testRules('code-signing', CODE_SIGNING_RULES, {
  'attribute-informative': ofAttribute([COMMON_NAME, utf8('-')], [COMMON_NAME, utf8('é')]),
  'authority-info-access': {
    bad: {
      none: codeSigner({ extensions: { [Oid.authorityInfoAccess]: undefined } }),
      'a critical one': codeSigner(access([CA_ISSUERS, 'http://a.example'], true)),
      'none of a CA': authority({ extensions: { [Oid.authorityInfoAccess]: undefined } }),
    },
    good: { one: codeSigner() },
  },
  'authority-key-identifier': {
    bad: {
      none: codeSigner({ extensions: { [Oid.authorityKeyIdentifier]: undefined } }),
      'a critical one': codeSigner(extended(Oid.authorityKeyIdentifier, sequence(implicit(0, Buffer.alloc(20))), true)),
    },
    good: { one: codeSigner(), 'none of a root': root({ [Oid.authorityKeyIdentifier]: undefined }) },
  },
  'business-category': {
    bad: { another: extendedValidation('Shop') },
    good: { one: extendedValidation('Private Organization') },
  },
  'ca-rsa-key-size': {
    bad: { '3072 bits': authority({ publicKey: rsaKey({ bits: 3072 }) }) },
    good: {
      '4096 bits': authority({ publicKey: rsaKey({ bits: 4096 }) }),
      '3072 bits of a subscriber': codeSigner({ publicKey: rsaKey({ bits: 3072 }) }),
    },
  },
  'country-code': ofAttribute([COUNTRY, printable('UK')], [COUNTRY, printable('GB')]),
  'distribution-points': {
    bad: {
      none: codeSigner({ extensions: { [Oid.crlDistributionPoints]: undefined } }),
      'critical ones': codeSigner(crl('http://a.example', true)),
      LDAP: codeSigner(crl('ldap://a.example')),
      'none of a time-stamping authority': timeStamper({ extensions: { [Oid.crlDistributionPoints]: undefined } }),
      'none of a CA': authority({ extensions: { [Oid.crlDistributionPoints]: undefined } }),
    },
    good: { HTTP: codeSigner() },
  },
  'domain-component-absent': ofAttribute([DOMAIN_COMPONENT, ia5('example')], [STATE, utf8('Skåne')]),
  'dsa-key-size': {
    bad: {
      '1024 bits': codeSigner({ publicKey: dsaKey(128, 20) }),
      'none at all': codeSigner({ publicKey: bareDsa() }),
    },
    good: { '2048 bits': codeSigner({ publicKey: dsaKey(256, 32) }) },
  },
  'ec-curve': {
    bad: { secp256k1: codeSigner({ publicKey: ecKey('1.3.132.0.10') }) },
    good: { 'P-256': codeSigner() },
  },
  'ec-point': {
    bad: { 'a point off the curve': codeSigner({ publicKey: offCurve() }) },
    good: { 'the base point': codeSigner() },
  },
  'extended-key-usage': {
    bad: {
      none: codeSigner({ extensions: { [Oid.extKeyUsage]: undefined } }),
      'any as well': codeSigner(purposes(CODE, '2.5.29.37.0')),
      'that of TLS servers as well': codeSigner(purposes(CODE, '1.3.6.1.5.5.7.3.1')),
      'another one': codeSigner(purposes(CLIENT_AUTH)),
    },
    good: {
      code: codeSigner(),
      time: timeStamper(),
      'an OCSP responder': leaf(purposes('1.3.6.1.5.5.7.3.9')),
    },
  },
  'extended-key-usage-of-ca': {
    bad: {
      none: authority(),
      both: authority(purposes(CODE, TIME)),
      neither: authority(purposes(CLIENT_AUTH)),
      'mail as well': authority(purposes(CODE, MAIL)),
    },
    good: { code: authority(purposes(CODE)), time: authority(purposes(TIME)) },
  },
  'extended-key-usage-of-ca-others': {
    bad: { 'that of TLS clients as well': authority(purposes(CODE, CLIENT_AUTH)) },
    good: { code: authority(purposes(CODE)) },
  },
  'extended-key-usage-of-root': { bad: { one: root(ADDRESSED) }, good: { none: root() } },
  'extended-key-usage-others': {
    bad: {
      'that of TLS clients as well': codeSigner(purposes(CODE, CLIENT_AUTH)),
      'mail of a time-stamping authority': timeStamper(purposes(TIME, MAIL)),
    },
    good: { 'lifetime signing': codeSigner(purposes(CODE, '1.3.6.1.4.1.311.10.3.13')), time: timeStamper() },
  },
  'extended-validation-subject': {
    bad: { none: codeSigner(policies('2.23.140.1.3')) },
    good: { all: extendedValidation('Private Organization'), 'none of another policy': codeSigner() },
  },
  'issuer-address': {
    bad: { HTTPS: codeSigner(access([CA_ISSUERS, 'https://a.example'])), OCSP: codeSigner(access([OCSP, 'http://a'])) },
    good: { HTTP: codeSigner() },
  },
  'jurisdiction-country': {
    bad: { another: extendedValidation('Private Organization', 'UK') },
    good: { one: extendedValidation('Private Organization') },
  },
  'key-type': {
    bad: { Ed25519: codeSigner({ publicKey: sequence(algorithm('1.3.101.112'), bitString(Buffer.alloc(32))) }) },
    good: { EC: codeSigner(), RSA: codeSigner({ publicKey: rsaKey() }) },
  },
  'key-usage': {
    bad: {
      none: codeSigner({ extensions: { [Oid.keyUsage]: undefined } }),
      'one that is not critical': codeSigner(extended(Oid.keyUsage, bitString(Uint8Array.of(0x80), 7))),
      nonRepudiation: codeSigner(usages(0x40, 6)),
      'cRLSign as well': timeStamper(usages(0x82, 1)),
    },
    good: { digitalSignature: codeSigner(), both: codeSigner(usages(0xc0, 6)) },
  },
  'key-usage-of-ca': {
    bad: { 'keyCertSign alone': authority(usages(0x04, 2)) },
    good: { both: authority() },
  },
  'key-usage-others': {
    bad: { 'nonRepudiation as well': codeSigner(usages(0xc0, 6)) },
    good: { digitalSignature: codeSigner() },
  },
  'ocsp-address': {
    bad: { HTTPS: codeSigner(access([OCSP, 'https://a.example'])) },
    good: { HTTP: codeSigner(), none: codeSigner(access([CA_ISSUERS, 'http://a.example'])) },
  },
  'ocsp-responder-no-check': {
    bad: { none: leaf(purposes('1.3.6.1.5.5.7.3.9')) },
    good: {
      one: leaf({
        extensions: {
          ...purposes('1.3.6.1.5.5.7.3.9').extensions,
          ...extended('1.3.6.1.5.5.7.48.1.5', element(0x05)).extensions,
        },
      }),
    },
  },
  'place-required': {
    bad: { none: codeSigner({ subject: name([COUNTRY, printable('SE')]) }) },
    good: { 'a locality': codeSigner(), 'none of a time-stamping authority': timeStamper() },
  },
  'policies-not-critical': {
    bad: { 'critical ones': codeSigner(extended(Oid.certificatePolicies, sequence(sequence(oid('1.2.3'))), true)) },
    good: { others: codeSigner() },
  },
  'policies-present': {
    bad: {
      none: codeSigner({ extensions: { [Oid.certificatePolicies]: undefined } }),
      'none of a CA': authority({ extensions: { [Oid.certificatePolicies]: undefined } }),
    },
    good: { 'one of the CA': codeSigner(policies('1.2.3')) },
  },
  'root-certificate-policies': {
    bad: { some: root(policies('2.5.29.32.0').extensions) },
    good: { none: root() },
  },
  'root-path-length': {
    bad: { one: root(extended(Oid.basicConstraints, sequence(boolean(true), integer(1)), true).extensions) },
    good: { none: root() },
  },
  'rsa-exponent': {
    bad: { even: codeSigner({ publicKey: rsaKey({ exponent: 65_538 }) }) },
    good: { odd: codeSigner({ publicKey: rsaKey({ exponent: 3 }) }) },
  },
  'rsa-exponent-range': {
    bad: { small: codeSigner({ publicKey: rsaKey({ exponent: 3 }) }) },
    good: { usual: codeSigner({ publicKey: rsaKey() }) },
  },
  'rsa-key-size': {
    bad: {
      '2048 bits': codeSigner({ publicKey: rsaKey() }),
      '2048 bits of a time-stamping authority': timeStamper({ publicKey: rsaKey() }),
    },
    good: { '3072 bits': codeSigner({ publicKey: rsaKey({ bits: 3072 }) }) },
  },
  'rsa-modulus': {
    bad: { 'a multiple of 3': codeSigner({ publicKey: smallFactor() }) },
    good: { 'no RSA key': codeSigner() },
  },
  'serial-number-entropy': {
    bad: { 'seven octets': codeSigner({ serialNumber: integer(Buffer.alloc(7, 1)) }) },
    good: { eight: codeSigner({ serialNumber: integer(Buffer.alloc(8, 1)) }) },
  },
  'signature-algorithm': {
    bad: {
      'SHA-1': codeSigner({ algorithm: algorithm('1.2.840.113549.1.1.5') }),
      'SHA-1 of a time-stamping authority today': timeStamper({ algorithm: algorithm('1.2.840.113549.1.1.5') }),
      'PSS with SHA-1': codeSigner({ algorithm: algorithm('1.2.840.113549.1.1.10', sequence()) }),
    },
    good: {
      'SHA-256': codeSigner(),
      'PSS with SHA-256': codeSigner({
        algorithm: algorithm(
          '1.2.840.113549.1.1.10',
          sequence(explicit(0, sequence(oid('2.16.840.1.101.3.4.2.1'), element(0x05)))),
        ),
      }),
      'SHA-1 of a time-stamping authority in 2022': timeStamper({
        algorithm: algorithm('1.2.840.113549.1.1.5'),
        notBefore: utcTime('220430235959Z'),
      }),
    },
  },
  'subject-required': {
    bad: { 'no organization': codeSigner({ subject: name([COUNTRY, printable('SE')], [COMMON_NAME, utf8('a')]) }) },
    good: { all: codeSigner(), 'none of a time-stamping authority': timeStamper() },
  },
  'time-stamping-critical': {
    bad: { 'one that is not': timeStamper(purposes(TIME)) },
    good: { one: timeStamper(), 'code signing': codeSigner() },
  },
  'time-stamping-validity-135-months': {
    bad: { longer: timeStamper(valid('261101000000Z', '380201000000Z')) },
    good: { 'to the second': timeStamper(valid('261101000000Z', '380131235959Z')) },
  },
  'validity-39-months': {
    bad: { longer: codeSigner(valid('240101000000Z', '270401000000Z')) },
    good: {
      'to the second': codeSigner(valid('240101000000Z', '270331235959Z')),
      'longer, of a time-stamping authority': timeStamper(valid('240101000000Z', '270401000000Z')),
    },
  },
  'validity-460-days': {
    bad: { longer: codeSigner(valid('260301000000Z', '270604000000Z')) },
    good: { 'to the second': codeSigner(valid('260301000000Z', '270603235959Z')) },
  },
  'version-3': { bad: { 'version 1': codeSigner({ version: new Uint8Array() }) }, good: { 'version 3': codeSigner() } },
});

/** The subject of a certificate for code, with one attribute more, or another. */
function ofAttribute(bad: readonly [string, Uint8Array], good: readonly [string, Uint8Array]): RuleCase {
  const having = (attribute: readonly [string, Uint8Array]) => codeSigner({ subject: name(attribute) });
  return { bad: { 'a subject': having(bad) }, good: { 'a subject': having(good) } };
}

function extendedValidation(category: string, country = 'SE'): Uint8Array {
  return codeSigner({
    ...policies('2.23.140.1.3'),
    subject: name(
      [COUNTRY, printable('SE')],
      [LOCALITY, utf8('Lund')],
      [BUSINESS_CATEGORY, utf8(category)],
      [JURISDICTION_COUNTRY, printable(country)],
      [SERIAL_NUMBER, printable('5561234567')],
      [ORGANIZATION, utf8('Example')],
      [COMMON_NAME, utf8('Example')],
    ),
  });
}

function root(extensions: Parts['extensions'] = {}): Uint8Array {
  return authority({
    issuer: ROOT_NAME,
    subject: ROOT_NAME,
    extensions: { [Oid.certificatePolicies]: undefined, [Oid.authorityKeyIdentifier]: undefined, ...extensions },
  });
}

function extended(
  type: string,
  value: Uint8Array,
  critical = false,
): { readonly extensions: Record<string, Uint8Array> } {
  return { extensions: { [type]: extension(type, value, critical) } };
}

function policies(...oids: readonly string[]) {
  return extended(Oid.certificatePolicies, sequence(...oids.map((one) => sequence(oid(one)))));
}

function purposes(...oids: readonly string[]) {
  return extended(Oid.extKeyUsage, sequence(...oids.map(oid)));
}

function usages(bits: number, unused: number) {
  return extended(Oid.keyUsage, bitString(Uint8Array.of(bits), unused), true);
}

function crl(address: string, critical = false) {
  const points = sequence(sequence(explicit(0, explicit(0, uri(address)))));
  return extended(Oid.crlDistributionPoints, points, critical);
}

function access([method, address]: readonly [string, string], critical = false) {
  return extended(Oid.authorityInfoAccess, sequence(sequence(oid(method), uri(address))), critical);
}

function valid(notBefore: string, notAfter: string): Parts {
  return { notBefore: utcTime(notBefore), notAfter: utcTime(notAfter) };
}

/** A DSA key with `p` and `q` of so many octets. */
function dsaKey(p: number, q: number): Uint8Array {
  const [large, small] = [p, q].map((octets) =>
    integer(Buffer.concat([Uint8Array.of(0), Buffer.alloc(octets, 0xa5)])),
  ) as [Uint8Array, Uint8Array];
  return sequence(algorithm('1.2.840.10040.4.1', sequence(large, small, integer(2))), bitString(integer(5)));
}

function bareDsa(): Uint8Array {
  return sequence(algorithm('1.2.840.10040.4.1'), bitString(integer(5)));
}

/** An RSA key whose modulus is divisible by 3. */
function smallFactor(): Uint8Array {
  const modulus = Buffer.concat([Uint8Array.of(0), Buffer.alloc(384, 0xff)]);
  return sequence(
    algorithm('1.2.840.113549.1.1.1', element(0x05)),
    bitString(sequence(integer(modulus), integer(65_537))),
  );
}
