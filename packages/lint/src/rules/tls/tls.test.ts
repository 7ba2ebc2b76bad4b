import {
  bitString,
  boolean,
  explicit,
  ia5,
  implicit,
  integer,
  NULL,
  octetString,
  oid,
  printable,
  sequence,
  set,
  text,
  utcTime,
  utf8,
} from '../../../test/der.ts';
import {
  COMMON_NAME,
  COUNTRY,
  GIVEN_NAME,
  LOCALITY,
  ORGANIZATION,
  STATE,
  SURNAME,
  UNIT,
} from '../../../test/attribute-types.ts';
import { type RuleCase, testRules } from '../../../test/rule-cases.ts';
import {
  algorithm,
  authority,
  ecKey,
  extension,
  leaf,
  name,
  offCurve,
  Oid,
  type Parts,
  rsaKey,
  uri,
} from '../../../test/tbs-certificate.ts';
import { TLS_RULES } from './index.ts';

const NO_CHECK = '1.3.6.1.5.5.7.48.1.5';
const SCTS = '1.3.6.1.4.1.11129.2.4.2';
const OV = '2.23.140.1.2.2';
const IV = '2.23.140.1.2.3';
const PSS = '1.2.840.113549.1.1.10';
const DSA_KEY = sequence(algorithm('1.2.840.10040.4.1'), bitString(integer(5)));
/** An address of version 3 under onion, of a key of 32 octets 07. */
const VERSION_3 = 'a4dqobyha4dqobyha4dqobyha4dqobyha4dqobyha4dqobyha4dwc6ad';
/** A name of version 2 under onion. */
const VERSION_2 = {
  [Oid.subjectAltName]: extension(
    Oid.subjectAltName,
    sequence(implicit(2, Buffer.from(`${'a'.repeat(16)}.onion`))),
    true,
  ),
};

testRules('tls', TLS_RULES, {
  'alternative-name-kinds': ofAlternativeName(
    implicit(1, Buffer.from('a@example.org')),
    implicit(7, Buffer.from([1, 1, 1, 1])),
  ),
  'alternative-names-critical': {
    bad: { 'beside a subject': leaf({ subject: name([COUNTRY, printable('SE')]) }) },
    good: { 'without a subject': leaf() },
  },
  'alternative-names-present': {
    bad: {
      none: without(Oid.subjectAltName),
      'none of an OCSP responder that is a TLS server as well': responder({
        [Oid.subjectAltName]: undefined,
        [Oid.extKeyUsage]: purposes('1.3.6.1.5.5.7.3.9', '1.3.6.1.5.5.7.3.1'),
      }),
    },
    good: { one: leaf(), 'none of an OCSP responder': responder({ [Oid.subjectAltName]: undefined }) },
  },
  'any-policy-absent': {
    bad: { 'a subscriber': withPolicies('2.23.140.1.2.1', '2.5.29.32.0') },
    good: { 'a subscriber without': leaf(), 'a CA': caWithPolicies('2.5.29.32.0') },
  },
  'attribute-informative': ofSubject([[ORGANIZATION, utf8('-')]], [[ORGANIZATION, utf8('é')]]),
  'attribute-length': {
    bad: {
      'a surname of 65': leaf({ subject: name([SURNAME, utf8('é'.repeat(65))]) }),
      'a domainComponent of 64': leaf({ subject: name(['0.9.2342.19200300.100.1.25', ia5('a'.repeat(64))]) }),
    },
    good: {
      'a surname of 64': leaf({ subject: name([SURNAME, utf8('é'.repeat(64))]) }),
      'a domainComponent of 63': leaf({ subject: name(['0.9.2342.19200300.100.1.25', ia5('a'.repeat(63))]) }),
    },
  },
  'attribute-markup': ofSubject([[ORGANIZATION, utf8('Smith &amp; Sons')]], [[ORGANIZATION, utf8('Smith & Sons; Co')]]),
  'attribute-order': ofSubject(
    [
      [COMMON_NAME, utf8('a')],
      [COUNTRY, printable('SE')],
    ],
    [
      [COUNTRY, printable('SE')],
      [COMMON_NAME, utf8('a')],
    ],
  ),
  'attribute-type': {
    bad: {
      'an organization of T.61': leaf({ subject: name([ORGANIZATION, text(0x14, 'a')]) }),
      'a country of UTF-8': leaf({ subject: name([COUNTRY, utf8('SE')]) }),
    },
    good: {
      both: leaf({ subject: name([COUNTRY, printable('SE')], [ORGANIZATION, utf8('a')]) }),
    },
  },
  'attributes-single': ofSubject(
    [
      [COMMON_NAME, utf8('a')],
      [COMMON_NAME, utf8('b')],
    ],
    [
      ['0.9.2342.19200300.100.1.25', ia5('a')],
      ['0.9.2342.19200300.100.1.25', ia5('b')],
    ],
  ),
  'authority-info-access-addresses': {
    bad: {
      HTTPS: withAccess(sequence(oid('1.3.6.1.5.5.7.48.1'), uri('https://a.example'))),
      'another method': withAccess(sequence(oid('1.3.6.1.5.5.7.48.3'), uri('http://a.example'))),
      'no URI': withAccess(sequence(oid('1.3.6.1.5.5.7.48.1'), implicit(2, Buffer.from('a.example')))),
    },
    good: { HTTP: leaf() },
  },
  'authority-info-access-critical': {
    bad: {
      'a critical one': leaf({
        extensions: { [Oid.authorityInfoAccess]: extension(Oid.authorityInfoAccess, sequence(), true) },
      }),
    },
    good: { 'one that is not': leaf() },
  },
  'authority-info-access-present': { bad: { none: without(Oid.authorityInfoAccess) }, good: { one: leaf() } },
  'authority-info-access-unique': {
    bad: { 'one twice': withAccess(ocsp('http://a.example'), ocsp('http://A.example')) },
    good: { 'two of them': withAccess(ocsp('http://a.example'), ocsp('http://b.example')) },
  },
  'authority-key-identifier-without-issuer': {
    bad: {
      'a serial number': withExtension(
        Oid.authorityKeyIdentifier,
        sequence(implicit(0, Buffer.alloc(20)), implicit(2, Uint8Array.of(1))),
      ),
    },
    good: { 'a keyIdentifier': leaf() },
  },
  'basic-constraints-critical': {
    bad: { 'one that is not': withExtension(Oid.basicConstraints, sequence()) },
    good: {
      'one that is': leaf({
        extensions: { [Oid.basicConstraints]: extension(Oid.basicConstraints, sequence(), true) },
      }),
      none: leaf(),
    },
  },
  'ca-attribute-order': {
    bad: {
      'a country at the end': authority({ subject: name([ORGANIZATION, utf8('a')], [COUNTRY, printable('SE')]) }),
    },
    good: {
      'a country first': authority(),
      'a subscriber': leaf({ subject: name([ORGANIZATION, utf8('a')], [COUNTRY, printable('SE')]) }),
    },
  },
  'ca-authority-info-access-present': {
    bad: { none: authority({ ...in2019(), extensions: { [Oid.authorityInfoAccess]: undefined } }) },
    good: {
      one: authority(in2019()),
      'none today': authority({ extensions: { [Oid.authorityInfoAccess]: undefined } }),
    },
  },
  'ca-distribution-points-present': {
    bad: { none: authority({ extensions: { [Oid.crlDistributionPoints]: undefined } }) },
    good: { one: authority() },
  },
  'ca-extended-key-usage-present': {
    bad: { none: authority() },
    good: { one: caWithPurposes('1.3.6.1.5.5.7.3.1'), 'none of a root': root({}) },
  },
  'ca-key-usages': {
    bad: {
      keyAgreement: authority({
        extensions: { [Oid.keyUsage]: extension(Oid.keyUsage, bitString(Uint8Array.of(0x0e), 1), true) },
      }),
    },
    good: {
      digitalSignature: authority({
        extensions: { [Oid.keyUsage]: extension(Oid.keyUsage, bitString(Uint8Array.of(0x86), 1), true) },
      }),
    },
  },
  'ca-policies': {
    bad: {
      'anyPolicy beside another': caWithPolicies('2.5.29.32.0', '1.2.3'),
      'none of the Forum': caWithPolicies('1.2.3'),
      'two of the Forum': caWithPolicies('2.23.140.1.2.1', OV),
    },
    good: { 'anyPolicy alone': caWithPolicies('2.5.29.32.0'), 'one of the Forum': authority() },
  },
  'ca-policies-present': {
    bad: { none: authority({ extensions: { [Oid.certificatePolicies]: undefined } }) },
    good: { one: authority() },
  },
  'ca-subject': {
    bad: { 'a commonName alone': authority({ subject: name([COMMON_NAME, utf8('CA')]) }) },
    good: { 'all three': authority() },
  },
  'ca-without-key-cert-sign': {
    bad: {
      'cRLSign alone': authority({
        extensions: { [Oid.keyUsage]: extension(Oid.keyUsage, bitString(Uint8Array.of(2), 1), true) },
      }),
    },
    good: { both: authority() },
  },
  'common-name-exactly-from-alternative-names': ofSubject(
    [[COMMON_NAME, utf8('WWW.example.org')]],
    [[COMMON_NAME, utf8('www.example.org')]],
  ),
  'common-name-from-alternative-names': {
    bad: { another: leaf({ ...in2019(), subject: name([COMMON_NAME, utf8('a.example')]) }) },
    good: { 'in other letters': leaf({ ...in2019(), subject: name([COMMON_NAME, utf8('WWW.example.org')]) }) },
  },
  'common-name-not-recommended': ofSubject([[COMMON_NAME, utf8('www.example.org')]], []),
  'country-code': ofSubject([[COUNTRY, printable('UK')]], [[COUNTRY, printable('GB')]]),
  'distribution-point-without-issuer': {
    bad: {
      one: withPoint(
        explicit(0, explicit(0, uri('http://a.example/crl'))),
        explicit(2, explicit(4, name([COMMON_NAME, utf8('a')]))),
      ),
    },
    good: { none: leaf() },
  },
  'distribution-point-without-reasons': {
    bad: {
      some: withPoint(explicit(0, explicit(0, uri('http://a.example/crl'))), implicit(1, Uint8Array.of(6, 0x40))),
    },
    good: { none: leaf() },
  },
  'distribution-points-http': {
    bad: { LDAP: withPoint(explicit(0, explicit(0, uri('ldap://a.example')))) },
    good: { HTTP: leaf() },
  },
  'distribution-points-not-critical': {
    bad: {
      'critical ones': leaf({
        extensions: { [Oid.crlDistributionPoints]: extension(Oid.crlDistributionPoints, sequence(), true) },
      }),
    },
    good: { others: leaf() },
  },
  'distribution-points-only-http': {
    bad: { 'LDAP as well': withPoint(explicit(0, explicit(0, uri('http://a.example'), uri('ldap://a.example')))) },
    good: { HTTP: leaf() },
  },
  'distribution-points-present': {
    bad: {
      'neither, for two months': leaf({
        extensions: { [Oid.crlDistributionPoints]: undefined, [Oid.authorityInfoAccess]: undefined },
      }),
    },
    good: {
      'neither, for a week': leaf({
        notBefore: utcTime('261101000000Z'),
        notAfter: utcTime('261107235959Z'),
        extensions: { [Oid.crlDistributionPoints]: undefined, [Oid.authorityInfoAccess]: undefined },
      }),
      'an OCSP responder': without(Oid.crlDistributionPoints),
    },
  },
  'dns-arpa': ofDnsName('4.3.2.1.in-addr.arpa', 'arpa.example.org'),
  'dns-arpa-reserved': {
    bad: {
      'an address of IPv4': withDnsName('4.3.2.10.in-addr.arpa'),
      'an address of IPv6': withDnsName(`${'0.'.repeat(24)}8.b.d.0.1.0.0.2.ip6.arpa`),
    },
    good: {
      'a public address of IPv4': withDnsName('74.85.138.63.in-addr.arpa'),
      'a public address of IPv6': withDnsName(`${'0.'.repeat(24)}8.0.0.0.1.0.a.2.ip6.arpa`),
      'a zone': withDnsName('10.in-addr.arpa'),
    },
  },
  'dns-fully-qualified': ofDnsName('localhost', '*.example.org'),
  'dns-label-underscore': ofDnsName('my_host.example.org', 'my-host.example.org'),
  'dns-reserved-label': ofDnsName('ab--c.example.org', 'xn--bcher-kva.example.org'),
  'domain-validated-subject': ofSubject([[ORGANIZATION, utf8('a')]], [[COUNTRY, printable('SE')]]),
  'domain-validated-subject-before-2023': {
    bad: { 'an organization': leaf({ ...in2019(), subject: name([ORGANIZATION, utf8('a')]) }) },
    good: { 'a country': leaf({ ...in2019(), subject: name([COUNTRY, printable('SE')]) }) },
  },
  'ec-curve': {
    bad: { secp256k1: leaf({ publicKey: ecKey('1.3.132.0.10') }) },
    good: { 'P-256': leaf({ publicKey: ecKey() }) },
  },
  'ec-key-usage': {
    bad: {
      keyAgreement: withExtension(Oid.keyUsage, bitString(Uint8Array.of(0x08), 3)),
      keyEncipherment: withExtension(Oid.keyUsage, bitString(Uint8Array.of(0xa0), 5)),
    },
    good: { both: withExtension(Oid.keyUsage, bitString(Uint8Array.of(0x88), 3)) },
  },
  'ec-point': {
    bad: { 'a point off the curve': leaf({ publicKey: offCurve() }) },
    good: { 'the base point': leaf() },
  },
  'extended-key-usage-not-critical': {
    bad: {
      one: leaf({
        extensions: { [Oid.extKeyUsage]: extension(Oid.extKeyUsage, sequence(oid('1.3.6.1.5.5.7.3.1')), true) },
      }),
      'that of a CA': authority({
        extensions: { [Oid.extKeyUsage]: extension(Oid.extKeyUsage, sequence(oid('1.3.6.1.5.5.7.3.1')), true) },
      }),
    },
    good: { 'one that is not': leaf() },
  },
  'extended-key-usage-of-ca': {
    bad: {
      'any beside serverAuth': caWithPurposes('2.5.29.37.0', '1.3.6.1.5.5.7.3.1'),
      emailProtection: caWithPurposes('1.3.6.1.5.5.7.3.4'),
    },
    good: { serverAuth: caWithPurposes('1.3.6.1.5.5.7.3.1'), none: authority() },
  },
  'extended-key-usage-of-root': {
    bad: { one: root({ [Oid.extKeyUsage]: extension(Oid.extKeyUsage, sequence(oid('1.3.6.1.5.5.7.3.1'))) }) },
    good: { none: root({}) },
  },
  'extended-key-usage-present': { bad: { none: without(Oid.extKeyUsage) }, good: { one: leaf() } },
  'extended-key-usage-purposes': {
    bad: {
      clientAuth: withPurposes('1.3.6.1.5.5.7.3.2'),
      'codeSigning as well': withPurposes('1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.3'),
    },
    good: { both: withPurposes('1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2') },
  },
  'extended-key-usage-purposes-before-2023': {
    bad: {
      codeSigning: leaf({
        ...in2019(),
        extensions: { [Oid.extKeyUsage]: extension(Oid.extKeyUsage, sequence(oid('1.3.6.1.5.5.7.3.3'))) },
      }),
    },
    good: { serverAuth: leaf(in2019()) },
  },
  'identified-subject': {
    bad: {
      'an organization without a country': leaf({ subject: name([LOCALITY, utf8('a')], [ORGANIZATION, utf8('a')]) }),
      'an organization without a place': leaf({ subject: name([COUNTRY, printable('SE')], [ORGANIZATION, utf8('a')]) }),
      'a place and nobody': leaf({ subject: name([LOCALITY, utf8('a')]) }),
    },
    good: { all: leaf({ subject: identified() }), nobody: leaf() },
  },
  'individual-validated-subject': {
    bad: { 'an organization': validated(IV, identified()) },
    good: {
      'a person': validated(
        IV,
        name([COUNTRY, printable('SE')], [STATE, utf8('a')], [SURNAME, utf8('a')], [GIVEN_NAME, utf8('a')]),
      ),
    },
  },
  'key-type': {
    bad: {
      Ed25519: leaf({ publicKey: sequence(algorithm('1.3.101.112'), bitString(Buffer.alloc(32))) }),
      'DSA today': leaf({ publicKey: DSA_KEY }),
    },
    good: { RSA: leaf({ publicKey: rsaKey() }), 'DSA in 2019': leaf({ ...in2019(), publicKey: DSA_KEY }) },
  },
  'key-usage-critical': {
    bad: { 'one that is not': withExtension(Oid.keyUsage, bitString(Uint8Array.of(0x80), 7)) },
    good: { 'one that is': leaf(), none: without(Oid.keyUsage) },
  },
  'key-usage-of-ca': {
    bad: {
      none: authority({ extensions: { [Oid.keyUsage]: undefined } }),
      'one that is not critical': authority({
        extensions: { [Oid.keyUsage]: extension(Oid.keyUsage, bitString(Uint8Array.of(6), 1)) },
      }),
      'no cRLSign': authority({
        extensions: { [Oid.keyUsage]: extension(Oid.keyUsage, bitString(Uint8Array.of(4), 2), true) },
      }),
    },
    good: { both: authority() },
  },
  'ocsp-address-present': {
    bad: { none: leaf({ ...in2019(), extensions: { [Oid.authorityInfoAccess]: undefined } }) },
    good: { one: leaf(in2019()), 'none today': without(Oid.authorityInfoAccess) },
  },
  'ocsp-responder-access-methods': {
    bad: { caIssuers: responder({}) },
    good: {
      none: responder({ [Oid.authorityInfoAccess]: undefined }),
      'id-ad-ocsp': responder({
        [Oid.authorityInfoAccess]: extension(Oid.authorityInfoAccess, sequence(ocsp('http://ocsp.example.org'))),
      }),
    },
  },
  'ocsp-responder-extensions': {
    bad: { three: withPurposes('1.3.6.1.5.5.7.3.9') },
    good: {
      none: responder({
        [Oid.crlDistributionPoints]: undefined,
        [Oid.certificatePolicies]: undefined,
        [Oid.subjectAltName]: undefined,
      }),
    },
  },
  'ocsp-responder-key-usage': {
    bad: {
      nonRepudiation: responder({ [Oid.keyUsage]: extension(Oid.keyUsage, bitString(Uint8Array.of(0xc0), 6), true) }),
      'no digitalSignature': responder({
        [Oid.keyUsage]: extension(Oid.keyUsage, bitString(Uint8Array.of(0x40), 6), true),
      }),
      none: responder({ [Oid.keyUsage]: undefined }),
    },
    good: { digitalSignature: responder({}) },
  },
  'ocsp-responder-no-check': {
    bad: { none: responder({}) },
    good: { one: responder({ [NO_CHECK]: extension(NO_CHECK, NULL) }) },
  },
  'ocsp-responder-purposes': {
    bad: { 'clientAuth as well': withPurposes('1.3.6.1.5.5.7.3.9', '1.3.6.1.5.5.7.3.2') },
    good: { 'ocspSigning alone': withPurposes('1.3.6.1.5.5.7.3.9'), 'no responder': leaf() },
  },
  'onion-name': {
    bad: {
      'another length': withDnsName(`${VERSION_3.slice(1)}.onion`),
      'another version': withDnsName(`${VERSION_3.slice(0, -1)}e.onion`),
      'another checksum': withDnsName(`${VERSION_3.slice(0, -2)}id.onion`),
      'version 2 today': withDnsName(`${'a'.repeat(16)}.onion`),
      'version 2 without extended validation': leaf({ ...in2019(), extensions: VERSION_2 }),
    },
    good: {
      'version 3': withDnsName(`www.${VERSION_3}.onion`),
      'version 2 in 2019': leaf({
        ...in2019(),
        extensions: {
          ...VERSION_2,
          [Oid.certificatePolicies]: extension(Oid.certificatePolicies, sequence(sequence(oid('2.23.140.1.1')))),
        },
      }),
    },
  },
  'organization-validated-subject': {
    bad: {
      'no organization': validated(OV, name([COUNTRY, printable('SE')], [LOCALITY, utf8('a')])),
      'no country': validated(OV, name([LOCALITY, utf8('a')], [ORGANIZATION, utf8('a')])),
      'no place': validated(OV, name([COUNTRY, printable('SE')], [ORGANIZATION, utf8('a')])),
    },
    good: { all: validated(OV, identified()) },
  },
  'organizational-unit-absent': ofSubject([[UNIT, utf8('a')]], [[ORGANIZATION, utf8('a')]]),
  'organizational-unit-of-ca': {
    bad: { one: authority({ subject: name([UNIT, utf8('a')]) }) },
    good: { none: authority() },
  },
  'organizational-unit-with-organization': ofSubject(
    [[UNIT, utf8('a')]],
    [
      [ORGANIZATION, utf8('a')],
      [UNIT, utf8('a')],
    ],
  ),
  'person-needs-individual-validation': {
    bad: { 'another policy': leaf({ subject: name([SURNAME, utf8('a')]) }) },
    good: { 'its policy': validated(IV, name([SURNAME, utf8('a')])) },
  },
  'place-characters': ofSubject([[LOCALITY, utf8('&amp;')]], [[LOCALITY, utf8('Åre')]]),
  'policies-not-critical': {
    bad: {
      one: leaf({
        extensions: {
          [Oid.certificatePolicies]: extension(
            Oid.certificatePolicies,
            sequence(sequence(oid('2.23.140.1.2.1'))),
            true,
          ),
        },
      }),
    },
    good: { 'one that is not': leaf() },
  },
  'policies-present': {
    bad: {
      none: without(Oid.certificatePolicies),
      'an empty list': withExtension(Oid.certificatePolicies, sequence()),
    },
    good: { one: leaf() },
  },
  'policy-qualifiers': {
    bad: {
      'a user notice': withQualifier('1.3.6.1.5.5.7.2.2', sequence()),
      'a CPS of another scheme': withQualifier('1.3.6.1.5.5.7.2.1', ia5('ftp://a.example')),
    },
    good: { 'a CPS': withQualifier('1.3.6.1.5.5.7.2.1', ia5('https://a.example')) },
  },
  'precertificate-signing-ca': {
    bad: {
      today: caWithPurposes('1.3.6.1.4.1.11129.2.4.4'),
      'beside others, in 2025': signingPrecertificates('1.3.6.1.5.5.7.3.1'),
    },
    good: { 'alone, in 2025': signingPrecertificates(), 'another CA': caWithPurposes('1.3.6.1.5.5.7.3.1') },
  },
  'pss-parameters': {
    bad: {
      none: leaf({ algorithm: algorithm(PSS) }),
      'a salt of 20 octets': leaf({ algorithm: algorithm(PSS, pssParameters(20)) }),
    },
    good: { 'a salt as long as the hash': leaf({ algorithm: algorithm(PSS, pssParameters(32)) }) },
  },
  'rdn-one-attribute': {
    bad: { two: leaf({ subject: sequence(set(attributeOf(COUNTRY), attributeOf(STATE))) }) },
    good: { 'two parts': leaf({ subject: sequence(set(attributeOf(COUNTRY)), set(attributeOf(STATE))) }) },
  },
  'reserved-address': {
    bad: {
      'a private one': withAlternativeName(implicit(7, Buffer.from([10, 0, 0, 1]))),
      'a documented one of IPv6': withAlternativeName(
        implicit(7, Buffer.from('20010db8000000000000000000000001', 'hex')),
      ),
      'one in the subject': leaf({ subject: name([COMMON_NAME, utf8('192.168.0.1')]) }),
    },
    good: { 'a public one': withAlternativeName(implicit(7, Buffer.from([63, 138, 85, 74]))) },
  },
  'reserved-address-constraint': {
    bad: { 'a private range': withConstraint(Buffer.from([10, 0, 0, 0, 255, 0, 0, 0])) },
    good: {
      'a public range': withConstraint(Buffer.from([63, 0, 0, 0, 255, 0, 0, 0])),
      none: withConstraint(Buffer.alloc(8)),
    },
  },
  'reserved-policy': {
    bad: { none: withPolicies('1.2.3'), 'two of them': withPolicies('2.23.140.1.2.1', OV) },
    good: { one: withPolicies('2.23.140.1.2.1', '1.2.3') },
  },
  'root-certificate-policies': {
    bad: {
      some: root({ [Oid.certificatePolicies]: extension(Oid.certificatePolicies, sequence(sequence(oid('1.2.3')))) }),
    },
    good: { none: root({ [Oid.certificatePolicies]: undefined }) },
  },
  'root-path-length': {
    bad: {
      one: root({ [Oid.basicConstraints]: extension(Oid.basicConstraints, sequence(boolean(true), integer(0)), true) }),
    },
    good: { none: root({}) },
  },
  'root-validity': {
    bad: {
      '2,921 days': rootFor('240101000000Z', '311230235959Z'),
      '9,133 days': rootFor('240101000000Z', '490101235959Z'),
    },
    good: {
      '2,922 days': rootFor('240101000000Z', '311231235959Z'),
      '9,132 days': rootFor('240101000000Z', '481231235959Z'),
    },
  },
  'rsa-exponent': ofKey(rsaKey({ exponent: 65_536 }), rsaKey({ exponent: 3 })),
  'rsa-exponent-range': ofKey(rsaKey({ exponent: 3 }), rsaKey({ exponent: 65_537 })),
  'rsa-key-size': ofKey(rsaKey({ bits: 2040 }), rsaKey({ bits: 2048 })),
  'rsa-key-size-octets': ofKey(rsaKey({ bits: 2049 }), rsaKey({ bits: 2056 })),
  'rsa-key-usage': {
    bad: {
      keyAgreement: leaf({
        publicKey: rsaKey(),
        extensions: { [Oid.keyUsage]: extension(Oid.keyUsage, bitString(Uint8Array.of(0x88), 3), true) },
      }),
    },
    good: {
      keyEncipherment: leaf({
        publicKey: rsaKey(),
        extensions: { [Oid.keyUsage]: extension(Oid.keyUsage, bitString(Uint8Array.of(0xa0), 5), true) },
      }),
    },
  },
  'rsa-modulus': ofKey(rsaOf(3n ** 1300n), rsaOf(2n ** 2203n - 1n)),
  'sct-list-not-critical': {
    bad: { one: leaf({ extensions: { [SCTS]: extension(SCTS, octetString(Uint8Array.of(0, 0)), true) } }) },
    good: { 'one that is not': withExtension(SCTS, octetString(Uint8Array.of(0, 0))) },
  },
  'serial-number-entropy': {
    bad: { 'seven octets': leaf({ serialNumber: integer(Buffer.alloc(7, 1)) }) },
    good: { 'eight octets': leaf({ serialNumber: integer(Buffer.alloc(8, 1)) }) },
  },
  'signature-algorithm': {
    bad: { 'SHA-1': leaf({ algorithm: algorithm('1.2.840.113549.1.1.5', NULL) }) },
    good: { 'ECDSA with SHA-256': leaf() },
  },
  'signature-algorithm-before-2016': {
    bad: { MD5: leaf({ ...in2015(), algorithm: algorithm('1.2.840.113549.1.1.4', NULL) }) },
    good: {
      'SHA-1': leaf({ ...in2015(), algorithm: algorithm('1.2.840.113549.1.1.5', NULL) }),
      'ECDSA with SHA-256': leaf(in2015()),
    },
  },
  'subscriber-key-usage': {
    bad: { cRLSign: withExtension(Oid.keyUsage, bitString(Uint8Array.of(0x82), 1)) },
    good: { digitalSignature: leaf() },
  },
  'validity-100-days': ofValidity('270401000000Z', '270710000000Z', '270709235959Z'),
  'validity-200-days': ofValidity('260401000000Z', '261018000000Z', '261017235959Z'),
  'validity-398-days': ofValidity('210101000000Z', '220203000000Z', '220202235959Z'),
  'validity-39-months': ofValidity('170101000000Z', '200401000001Z', '200401000000Z'),
  'validity-47-days': ofValidity('290401000000Z', '290518000000Z', '290517235959Z'),
  'validity-825-days': ofValidity('190101000000Z', '210405000001Z', '210405000000Z'),
  'version-3': {
    bad: { 'version 1': leaf({ version: new Uint8Array(), extensionsField: new Uint8Array() }) },
    good: { 'version 3': leaf() },
  },
  'wildcard-place': ofDnsName('a.*.example.org', '*.example.org'),
});

function in2015() {
  return { notBefore: utcTime('150101000000Z'), notAfter: utcTime('150201000000Z') };
}

/** RSASSA-PSS-params with SHA-256. */
function pssParameters(salt: number): Uint8Array {
  const sha256 = algorithm('2.16.840.1.101.3.4.2.1', NULL);
  return sequence(
    explicit(0, sha256),
    explicit(1, algorithm('1.2.840.113549.1.1.8', sha256)),
    explicit(2, integer(salt)),
  );
}

function in2019() {
  return { notBefore: utcTime('190101000000Z'), notAfter: utcTime('190201000000Z') };
}

function withExtension(type: string, value: Uint8Array): Uint8Array {
  return leaf({ extensions: { [type]: extension(type, value) } });
}

function without(type: string): Uint8Array {
  return leaf({ extensions: { [type]: undefined } });
}

type Attributes = readonly (readonly [type: string, value: Uint8Array])[];

function ofSubject(bad: Attributes, good: Attributes): RuleCase {
  return {
    bad: { 'a subject': leaf({ subject: name(...bad) }) },
    good: { 'a subject': leaf({ subject: name(...good) }) },
  };
}

function ofKey(bad: Uint8Array, good: Uint8Array): RuleCase {
  return { bad: { 'a key': leaf({ publicKey: bad }) }, good: { 'a key': leaf({ publicKey: good }) } };
}

function rsaOf(modulus: bigint): Uint8Array {
  const digits = modulus.toString(16);
  const octets = Buffer.from(`00${digits.length % 2 === 0 ? '' : '0'}${digits}`, 'hex');
  return sequence(algorithm('1.2.840.113549.1.1.1', NULL), bitString(sequence(integer(octets), integer(65_537))));
}

function withAlternativeName(one: Uint8Array): Uint8Array {
  return withExtension(Oid.subjectAltName, sequence(one));
}

function ofAlternativeName(bad: Uint8Array, good: Uint8Array): RuleCase {
  return {
    bad: { 'an alternative name': withAlternativeName(bad) },
    good: { 'an alternative name': withAlternativeName(good) },
  };
}

function withDnsName(value: string): Uint8Array {
  return withAlternativeName(implicit(2, Buffer.from(value)));
}

function ofDnsName(bad: string, good: string): RuleCase {
  return ofAlternativeName(implicit(2, Buffer.from(bad)), implicit(2, Buffer.from(good)));
}

function withAccess(...descriptions: readonly Uint8Array[]): Uint8Array {
  return withExtension(Oid.authorityInfoAccess, sequence(...descriptions));
}

function ocsp(address: string): Uint8Array {
  return sequence(oid('1.3.6.1.5.5.7.48.1'), uri(address));
}

function withPoint(...parts: readonly Uint8Array[]): Uint8Array {
  return withExtension(Oid.crlDistributionPoints, sequence(sequence(...parts)));
}

function policies(...all: readonly string[]): Uint8Array {
  return extension(Oid.certificatePolicies, sequence(...all.map((policy) => sequence(oid(policy)))));
}

function withPolicies(...all: readonly string[]): Uint8Array {
  return leaf({ extensions: { [Oid.certificatePolicies]: policies(...all) } });
}

function caWithPolicies(...all: readonly string[]): Uint8Array {
  return authority({ extensions: { [Oid.certificatePolicies]: policies(...all) } });
}

function withQualifier(id: string, value: Uint8Array): Uint8Array {
  return withExtension(
    Oid.certificatePolicies,
    sequence(sequence(oid('2.23.140.1.2.1'), sequence(sequence(oid(id), value)))),
  );
}

function purposes(...all: readonly string[]): Uint8Array {
  return extension(Oid.extKeyUsage, sequence(...all.map(oid)));
}

function withPurposes(...all: readonly string[]): Uint8Array {
  return leaf({ extensions: { [Oid.extKeyUsage]: purposes(...all) } });
}

function caWithPurposes(...all: readonly string[]): Uint8Array {
  return authority({ extensions: { [Oid.extKeyUsage]: purposes(...all) } });
}

function responder(extensions: Readonly<Record<string, Uint8Array | undefined>>): Uint8Array {
  return leaf({ extensions: { [Oid.extKeyUsage]: purposes('1.3.6.1.5.5.7.3.9'), ...extensions } });
}

function root(extensions: Readonly<Record<string, Uint8Array | undefined>>, parts: Parts = {}): Uint8Array {
  const itself = name([COMMON_NAME, utf8('Root')]);
  const key = Buffer.alloc(20, 9);
  return authority({
    ...parts,
    issuer: itself,
    subject: itself,
    extensions: {
      [Oid.authorityKeyIdentifier]: extension(Oid.authorityKeyIdentifier, sequence(implicit(0, key))),
      [Oid.subjectKeyIdentifier]: extension(Oid.subjectKeyIdentifier, octetString(key)),
      ...extensions,
    },
  });
}

function identified(): Uint8Array {
  return name([COUNTRY, printable('SE')], [LOCALITY, utf8('a')], [ORGANIZATION, utf8('a')]);
}

function validated(policy: string, subject: Uint8Array): Uint8Array {
  return leaf({ subject, extensions: { [Oid.certificatePolicies]: policies(policy) } });
}

function withConstraint(range: Uint8Array): Uint8Array {
  return authority({
    extensions: {
      [Oid.nameConstraints]: extension(Oid.nameConstraints, sequence(explicit(0, sequence(implicit(7, range)))), true),
    },
  });
}

function ofValidity(notBefore: string, tooLate: string, latest: string): RuleCase {
  const made = (notAfter: string) => leaf({ notBefore: utcTime(notBefore), notAfter: utcTime(notAfter) });
  return { bad: { [tooLate]: made(tooLate) }, good: { [latest]: made(latest) } };
}

function attributeOf(type: string): Uint8Array {
  return sequence(oid(type), utf8('SE'));
}

function signingPrecertificates(...others: readonly string[]): Uint8Array {
  return authority({
    notBefore: utcTime('250101000000Z'),
    extensions: { [Oid.extKeyUsage]: purposes('1.3.6.1.4.1.11129.2.4.4', ...others) },
  });
}

function rootFor(notBefore: string, notAfter: string): Uint8Array {
  return root({}, { notBefore: utcTime(notBefore), notAfter: utcTime(notAfter) });
}
