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
  text,
  utcTime,
  utf8,
} from '../../../test/der.ts';
import {
  COMMON_NAME,
  COUNTRY,
  EMAIL,
  GIVEN_NAME,
  LOCALITY,
  ORGANIZATION,
  ORGANIZATION_ID,
  POSTAL_CODE,
  PSEUDONYM,
  STATE,
  STREET,
  SURNAME,
  TITLE,
  USER_ID,
} from '../../../test/attribute-types.ts';
import { type RuleCase, testRules } from '../../../test/rule-cases.ts';
import {
  algorithm,
  authority,
  ecKey,
  extension,
  leaf,
  mail,
  name,
  offCurve,
  Oid,
  type Parts,
  rsaKey,
  uri,
} from '../../../test/tbs-certificate.ts';
import { SMIME_RULES } from './index.ts';

const ML_DSA_44 = '2.16.840.1.101.3.4.3.17';
const ML_KEM_512 = '2.16.840.1.101.3.4.4.1';
const QC_STATEMENTS = '1.3.6.1.5.5.7.1.3';
const CAPABILITIES = '1.2.840.113549.1.9.15';
const LEI = '1.3.6.1.4.1.52266.1';
const ROLE = '1.3.6.1.4.1.52266.2';
const ADOBE = '1.2.840.113583.1.1.9.1';
const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2';
const MAIL = '1.3.6.1.5.5.7.3.4';
const SMTP_UTF8 = '1.3.6.1.5.5.7.8.9';
const UPN = '1.3.6.1.4.1.311.20.2.3';
const OCSP = '1.3.6.1.5.5.7.48.1';

type Attribute = readonly [string, Uint8Array];
type Validation = 'mailbox' | 'organization' | 'sponsor' | 'individual';
type Generation = 'legacy' | 'multipurpose' | 'strict';

const EXAMPLE: readonly Attribute[] = [
  [ORGANIZATION, utf8('Example')],
  [ORGANIZATION_ID, utf8('NTRSE-5561234567')],
];
/** While the legacy generation was there. */
const IN_2024 = { notBefore: utcTime('240101000000Z'), notAfter: utcTime('250101000000Z') };
const IN_2027 = { notBefore: utcTime('270701000000Z'), notAfter: utcTime('280101000000Z') };
const ROOT_NAME = name([COUNTRY, printable('SE')], [ORGANIZATION, utf8('Example')], [COMMON_NAME, utf8('Root')]);

testRules('smime', SMIME_RULES, {
  'adobe-extensions-absent': {
    bad: { 'one of the strict generation': having(ADOBE, sequence()) },
    good: { 'one of the multipurpose generation': of('mailbox', 'multipurpose', extended(ADOBE, sequence())) },
  },
  'adobe-extensions-not-critical': ofCriticality(ADOBE, sequence()),
  'alternative-name-kinds': {
    bad: {
      'a DNS name': withNames(mailbox('a@example.org'), implicit(2, Buffer.from('a.example'))),
      'a URI': withNames(mailbox('a@example.org'), uri('http://a.example')),
    },
    good: {
      'a directory': withNames(mailbox('a@example.org'), explicit(4, name([COMMON_NAME, utf8('a@example.org')]))),
    },
  },
  'alternative-name-other-strict': {
    bad: { 'a user principal name': withNames(otherName(UPN, utf8('a@example.org'))) },
    good: {
      'a mailbox in UTF-8': withNames(otherName(SMTP_UTF8, utf8('ä@example.org'))),
      'a user principal name of the multipurpose generation': of('mailbox', 'multipurpose', {
        ...named(mailbox('a@example.org'), otherName(UPN, utf8('a'))),
      }),
    },
  },
  'alternative-names-mailbox': {
    bad: { 'a user principal name alone': withNames(otherName(UPN, utf8('a@example.org'))) },
    good: {
      'an rfc822Name': mail(),
      'a mailbox in UTF-8': withNames(otherName(SMTP_UTF8, utf8('ä@example.org'))),
      'none of an OCSP responder': leaf({
        extensions: { [Oid.subjectAltName]: undefined, ...purposes('1.3.6.1.5.5.7.3.9').extensions },
      }),
    },
  },
  'alternative-names-not-critical': {
    bad: { 'critical ones beside a subject': mail({ subject: name([EMAIL, ia5('alice@example.org')]) }) },
    good: {
      'critical ones alone': mail(),
      'others beside a subject': mail({
        subject: name([EMAIL, ia5('alice@example.org')]),
        ...extended(Oid.subjectAltName, sequence(mailbox('alice@example.org'))),
      }),
    },
  },
  'alternative-names-present': absent(Oid.subjectAltName),
  'any-policy-absent': {
    bad: { 'beside the one of S/MIME': of('mailbox', 'strict', policies('2.23.140.1.5.1.3', '2.5.29.32.0')) },
    good: { 'the one of S/MIME': of('mailbox', 'strict', policies('2.23.140.1.5.1.3')) },
  },
  'attribute-informative': ofSubject([[COMMON_NAME, utf8('-')]], [[COMMON_NAME, utf8('é')]]),
  'authority-info-access-http': {
    bad: { 'LDAP alone': of('mailbox', 'legacy', { ...IN_2024, ...access(OCSP, 'ldap://a.example') }) },
    good: {
      'LDAP beside HTTP': of('mailbox', 'legacy', {
        ...IN_2024,
        ...access(OCSP, 'ldap://a.example', 'http://a.example'),
      }),
    },
  },
  'authority-info-access-only-http': {
    bad: {
      'LDAP beside HTTP': mail(access(OCSP, 'ldap://a.example', 'http://a.example')),
      HTTPS: mail(access('1.3.6.1.5.5.7.48.2', 'https://a.example')),
    },
    good: { HTTP: mail(), 'another method': mail(access('1.3.6.1.5.5.7.48.3', 'ldap://a.example')) },
  },
  'authority-key-identifier': {
    bad: {
      none: mail({ extensions: { [Oid.authorityKeyIdentifier]: undefined } }),
      'a critical one': mail(extended(Oid.authorityKeyIdentifier, sequence(implicit(0, Buffer.alloc(20))), true)),
      'one without keyIdentifier': mail(extended(Oid.authorityKeyIdentifier, sequence())),
      'one with a serial number': mail(
        extended(
          Oid.authorityKeyIdentifier,
          sequence(implicit(0, Buffer.alloc(20)), explicit(1, explicit(4, ROOT_NAME)), implicit(2, Uint8Array.of(5))),
        ),
      ),
    },
    good: { one: mail(), 'none of a root': root({ [Oid.authorityKeyIdentifier]: undefined }) },
  },
  'ca-distribution-points': {
    bad: {
      none: authority({ extensions: { [Oid.crlDistributionPoints]: undefined } }),
      'critical ones': authority(extended(Oid.crlDistributionPoints, points('http://a.example'), true)),
      LDAP: authority(extended(Oid.crlDistributionPoints, points('ldap://a.example'))),
    },
    good: { HTTP: authority() },
  },
  'ca-issuer-address': {
    bad: { none: authority({ extensions: { [Oid.authorityInfoAccess]: undefined } }) },
    good: { one: authority() },
  },
  'ca-policies': {
    bad: { 'one for TLS': authority() },
    good: {
      'one for S/MIME': authority(policies('2.23.140.1.5.1.3', '1.2.3')),
      anyPolicy: authority(policies('2.5.29.32.0')),
    },
  },
  'ca-policies-present': {
    bad: { none: authority({ extensions: { [Oid.certificatePolicies]: undefined } }) },
    good: { one: authority() },
  },
  'ca-rsa-key-size': {
    bad: { '3072 bits': authority({ publicKey: rsaKey({ bits: 3072 }) }) },
    good: {
      '4096 bits': authority({ publicKey: rsaKey({ bits: 4096 }) }),
      '3072 bits before': authority({ publicKey: rsaKey({ bits: 3072 }), notBefore: utcTime('260914235959Z') }),
      '2048 bits of a subscriber': mail({ publicKey: rsaKey() }),
    },
  },
  'ca-subject': {
    bad: { 'a commonName alone': authority({ subject: name([COMMON_NAME, utf8('CA')]) }) },
    good: { 'all three': authority() },
  },
  'common-name-mailbox': ofSubject([[COMMON_NAME, utf8('Alice')]], [[COMMON_NAME, utf8('alice@example.org')]]),
  'common-name-organization': {
    bad: { another: of('organization', 'strict', subject(...EXAMPLE, [COMMON_NAME, utf8('example')])) },
    good: {
      'that of the organization': of('organization', 'strict', subject(...EXAMPLE, [COMMON_NAME, utf8('Example')])),
      'the mailbox': of('organization', 'strict', subject(...EXAMPLE, [COMMON_NAME, utf8('alice@example.org')])),
      "a person's": of('sponsor', 'strict', subject(...EXAMPLE, [COMMON_NAME, utf8('Alice')])),
    },
  },
  'common-name-pseudonym': {
    bad: { another: of('individual', 'strict', subject([COMMON_NAME, utf8('a')], [PSEUDONYM, utf8('A')])) },
    good: {
      'the pseudonym': of('individual', 'strict', subject([COMMON_NAME, utf8('A')], [PSEUDONYM, utf8('A')])),
      'a name': of('individual', 'strict', subject([COMMON_NAME, utf8('a')], [SURNAME, utf8('A')])),
    },
  },
  'country-code': {
    bad: { another: of('organization', 'strict', subject(...EXAMPLE, [COUNTRY, printable('UK')])) },
    good: {
      one: of('organization', 'strict', subject(...EXAMPLE, [COUNTRY, printable('SE')])),
      'XX where there is none': of('organization', 'strict', subject(...EXAMPLE, [COUNTRY, printable('XX')])),
    },
  },
  'distribution-points-http': {
    bad: { LDAP: of('mailbox', 'legacy', { ...IN_2024, ...crl('ldap://a.example') }) },
    good: { both: of('mailbox', 'legacy', { ...IN_2024, ...crl('ldap://a.example', 'http://a.example') }) },
  },
  'distribution-points-not-critical': ofCriticality(Oid.crlDistributionPoints, points('http://a.example')),
  'distribution-points-only-http': {
    bad: { both: mail(crl('ldap://a.example', 'http://a.example')) },
    good: { HTTP: mail() },
  },
  'distribution-points-present': {
    bad: {
      none: mail({ extensions: { [Oid.crlDistributionPoints]: undefined } }),
      'one without URI': mail(
        extended(
          Oid.crlDistributionPoints,
          sequence(sequence(explicit(0, explicit(0, implicit(2, Buffer.from('a.example')))))),
        ),
      ),
    },
    good: { one: mail() },
  },
  'ec-key-usage': {
    bad: {
      keyEncipherment: mail(usages(0xa0, 5)),
      'encipherOnly without keyAgreement': mail(usages(0x81, 0)),
      'nonRepudiation alone': mail(usages(0x40, 6)),
    },
    good: { 'dual use': mail(usages(0xc9, 0)), agreement: mail(usages(0x08, 3)) },
  },
  'ec-point': {
    bad: { 'a point off the curve': mail({ publicKey: offCurve() }) },
    good: { 'the base point': mail(), 'another curve': mail({ publicKey: ecKey('1.3.132.0.10') }) },
  },
  'edwards-key-usage': {
    bad: { keyAgreement: mail({ publicKey: edwardsKey(), ...usages(0x88, 3) }) },
    good: { both: mail({ publicKey: edwardsKey(), ...usages(0xc0, 6) }) },
  },
  'email-address': {
    bad: { two: mail(subject([EMAIL, ia5('a@example.org, b@example.org')])) },
    good: { one: mail(subject([EMAIL, ia5('a@example.org')])) },
  },
  'extended-key-usage': {
    bad: {
      none: mail({ extensions: { [Oid.extKeyUsage]: undefined } }),
      'that of TLS servers as well': mail(purposes(MAIL, '1.3.6.1.5.5.7.3.1')),
      'another one': mail(purposes(CLIENT_AUTH)),
    },
    good: { mail: mail(), 'that of TLS clients as well': mail(purposes(MAIL, CLIENT_AUTH)) },
  },
  'extended-key-usage-of-ca': {
    bad: {
      'that of TLS servers as well': authority(purposes(MAIL, '1.3.6.1.5.5.7.3.1')),
      'another one': authority(purposes(CLIENT_AUTH)),
    },
    good: { mail: authority(purposes(MAIL)) },
  },
  'extended-key-usage-of-ca-present': {
    bad: { none: authority() },
    good: { one: authority(purposes(MAIL)), 'none of a root': root() },
  },
  'extended-key-usage-of-root': { bad: { one: root(purposes(MAIL).extensions) }, good: { none: root() } },
  'extended-key-usage-only-mail': {
    bad: {
      'of a subscriber': mail({ ...IN_2027, ...purposes(MAIL, '1.3.6.1.5.5.7.3.36') }),
      'of a CA': authority({ ...IN_2027, ...purposes(MAIL, '1.3.6.1.5.5.7.3.36') }),
    },
    good: {
      'TLS clients': mail({ ...IN_2027, ...purposes(MAIL, CLIENT_AUTH) }),
      'another one before': mail(purposes(MAIL, '1.3.6.1.5.5.7.3.36')),
    },
  },
  'extended-key-usage-strict': {
    bad: { 'that of TLS clients as well': mail(purposes(MAIL, CLIENT_AUTH)) },
    good: {
      mail: mail(),
      'that of TLS clients as well, of the multipurpose generation': of(
        'mailbox',
        'multipurpose',
        purposes(MAIL, CLIENT_AUTH),
      ),
    },
  },
  'individual-validated-subject': {
    bad: {
      'an organization': of('individual', 'multipurpose', subject([ORGANIZATION, utf8('a')])),
      'a street of the strict generation': of('individual', 'strict', subject([STREET, utf8('a')])),
      'another attribute': of('individual', 'multipurpose', subject([USER_ID, utf8('a')])),
    },
    good: {
      'a person': of('individual', 'strict', subject([SURNAME, utf8('a')], [TITLE, utf8('a')])),
      'another attribute of the legacy generation': of('individual', 'legacy', {
        ...IN_2024,
        ...subject([USER_ID, utf8('a')]),
      }),
    },
  },
  'issuer-address': {
    bad: { none: mail({ extensions: { [Oid.authorityInfoAccess]: undefined } }) },
    good: { one: mail() },
  },
  'key-algorithm': {
    bad: {
      secp256k1: mail({ publicKey: ecKey('1.3.132.0.10') }),
      X25519: mail({ publicKey: sequence(algorithm('1.3.101.110'), bitString(Buffer.alloc(32))) }),
      'RSA without NULL': mail({ publicKey: rsaKey({ parameters: new Uint8Array() }) }),
    },
    good: {
      EC: mail(),
      RSA: mail({ publicKey: rsaKey() }),
      'ML-DSA': mail({ publicKey: postQuantumKey(ML_DSA_44, 1312) }),
      'ML-KEM': mail({ publicKey: postQuantumKey(ML_KEM_512, 800) }),
    },
  },
  'key-algorithm-before-post-quantum': {
    bad: { 'ML-DSA': mail({ ...IN_2024, publicKey: postQuantumKey(ML_DSA_44, 1312) }) },
    good: { EC: mail(IN_2024), Ed25519: mail({ ...IN_2024, publicKey: edwardsKey() }) },
  },
  'key-usage-of-ca': {
    bad: {
      'keyCertSign alone': authority(usages(0x04, 2)),
      'one that is not critical': authority(extended(Oid.keyUsage, bitString(Uint8Array.of(0x06), 1))),
    },
    good: { both: authority() },
  },
  'key-usage-present': absent(Oid.keyUsage),
  'legacy-generation': {
    bad: { 'one today': of('mailbox', 'legacy') },
    good: { 'one in 2024': of('mailbox', 'legacy', IN_2024), 'another one today': mail() },
  },
  'legal-entity-identifier': {
    bad: {
      'other check digits': of('sponsor', 'strict', extended(LEI, printable('529900T8BM49AURSDO56'))),
      'too few characters': of('sponsor', 'strict', extended(LEI, printable('529900T8BM49AURSDO'))),
    },
    good: { one: of('sponsor', 'strict', extended(LEI, printable('529900T8BM49AURSDO55'))), none: mail() },
  },
  'legal-entity-identifier-absent': {
    bad: { 'of a mailbox': having(LEI, printable('a')), 'a role': having(ROLE, printable('a')) },
    good: { 'of an organization': of('organization', 'strict', extended(LEI, printable('a'))) },
  },
  'legal-entity-identifier-not-critical': ofCriticality(LEI, printable('a')),
  'legal-entity-role-absent': {
    bad: { 'of an organization': of('organization', 'strict', extended(ROLE, printable('a'))) },
    good: {
      'of who is sponsored': of('sponsor', 'strict', extended(ROLE, printable('a'))),
      'an identifier': of('organization', 'strict', extended(LEI, printable('a'))),
    },
  },
  'mailbox-in-alternative-names': {
    bad: {
      'an emailAddress': mail(subject([EMAIL, ia5('bob@example.org')])),
      'another attribute': mail(subject([GIVEN_NAME, utf8('bob@example.org')])),
      'one of a directory': withNames(
        mailbox('a@example.org'),
        explicit(4, name([COMMON_NAME, utf8('bob@example.org')])),
      ),
    },
    good: { 'the one that is there': mail(subject([EMAIL, ia5('alice@example.org')])) },
  },
  'mailbox-validated-subject': {
    bad: {
      'a country': mail(subject([COUNTRY, printable('SE')])),
      'a country of the legacy generation': of('mailbox', 'legacy', {
        ...IN_2024,
        ...subject([COUNTRY, printable('SE')]),
      }),
      'another attribute of the legacy generation': of('mailbox', 'legacy', {
        ...IN_2024,
        ...subject([USER_ID, utf8('a')]),
      }),
      'a country of a directory': withNames(mailbox('a@example.org'), explicit(4, name([COUNTRY, printable('SE')]))),
    },
    good: { 'a mailbox': mail(subject([EMAIL, ia5('alice@example.org')], ['2.5.4.5', printable('1')])) },
  },
  'ml-dsa-key-usage': {
    bad: { keyEncipherment: mail({ publicKey: postQuantumKey(ML_DSA_44, 1312), ...usages(0xa0, 5) }) },
    good: { both: mail({ publicKey: postQuantumKey(ML_DSA_44, 1312), ...usages(0xc0, 6) }) },
  },
  'ml-kem-key-usage': {
    bad: { digitalSignature: mail({ publicKey: postQuantumKey(ML_KEM_512, 800) }) },
    good: { keyEncipherment: mail({ publicKey: postQuantumKey(ML_KEM_512, 800), ...usages(0x20, 5) }) },
  },
  'names-without-pseudonym': {
    bad: { both: of('individual', 'strict', subject([SURNAME, utf8('a')], [PSEUDONYM, utf8('b')])) },
    good: { one: of('individual', 'strict', subject([PSEUDONYM, utf8('b')])) },
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
  'organization-identifier': {
    bad: identified(
      'NTRSE',
      'NTR-5561234567',
      'ABCSE-1',
      'NTRZZ-1',
      'VATSE+AB-1',
      'NTRUS+CALI-1',
      'GOVSE-1',
      'INTSE',
      'LEIXG-529900T8BM49AURSDO56',
      'LEISE-529900T8BM49AURSDO55',
      'NTREL-1',
    ),
    good: identified(
      'NTRGB-12345678',
      'NTRUS+CA-12345678',
      'PSDBE-NBB-1234.567.890',
      'VATEL-123456789',
      'GOVUS+CA',
      'INTXG',
      'LEIXG-529900T8BM49AURSDO55',
    ),
  },
  'organization-identifier-country': {
    bad: {
      another: of('organization', 'strict', subject(...EXAMPLE, [COUNTRY, printable('GB')])),
    },
    good: {
      'the same': of('organization', 'strict', subject(...EXAMPLE, [COUNTRY, printable('SE')])),
      'the prefix of Greece': of(
        'organization',
        'strict',
        subject([ORGANIZATION_ID, utf8('VATEL-1')], [COUNTRY, printable('GR')]),
      ),
      'none of a country': of(
        'organization',
        'strict',
        subject([ORGANIZATION_ID, utf8('INTXG')], [COUNTRY, printable('CH')]),
      ),
    },
  },
  'organization-identifier-euid': {
    bad: identified('NTRDE-HRB12345'),
    good: identified('NTRDE-DER3306.HRB12345', 'NTRSE-5561234567'),
  },
  'organization-identifier-type': {
    bad: { 'T.61': of('organization', 'strict', subject([ORGANIZATION_ID, text(0x14, 'NTRSE-1')])) },
    good: { PrintableString: of('organization', 'strict', subject([ORGANIZATION_ID, printable('NTRSE-1')])) },
  },
  'organization-validated-subject': {
    bad: {
      'no identifier': of('organization', 'strict', subject([ORGANIZATION, utf8('a')])),
      'a person': of('organization', 'multipurpose', subject(...EXAMPLE, [SURNAME, utf8('a')])),
      'a postal code of the strict generation': of(
        'organization',
        'strict',
        subject(...EXAMPLE, [POSTAL_CODE, utf8('1')]),
      ),
      'another attribute': of('organization', 'multipurpose', subject(...EXAMPLE, [USER_ID, utf8('a')])),
    },
    good: {
      'both that are required': of('organization', 'strict', subject(...EXAMPLE)),
      'a postal code of the multipurpose generation': of(
        'organization',
        'multipurpose',
        subject(...EXAMPLE, [POSTAL_CODE, utf8('1')]),
      ),
    },
  },
  'person-named': {
    bad: {
      'a commonName alone': of('individual', 'multipurpose', subject([COMMON_NAME, utf8('a')])),
      'an organization alone': of('sponsor', 'strict', subject(...EXAMPLE)),
    },
    good: {
      'a surname': of('sponsor', 'strict', subject(...EXAMPLE, [SURNAME, utf8('a')])),
      'a pseudonym': of('individual', 'strict', subject([PSEUDONYM, utf8('a')])),
      'a commonName alone, of the legacy generation': of('individual', 'legacy', {
        ...IN_2024,
        ...subject([COMMON_NAME, utf8('a')]),
      }),
    },
  },
  'place-with-country': {
    bad: { 'a locality': of('organization', 'strict', subject(...EXAMPLE, [LOCALITY, utf8('Lund')])) },
    good: {
      both: of('organization', 'strict', subject(...EXAMPLE, [LOCALITY, utf8('Lund')], [COUNTRY, printable('SE')])),
    },
  },
  'policies-not-critical': ofCriticality(Oid.certificatePolicies, sequence(sequence(oid('2.23.140.1.5.1.3')))),
  'policies-present': absent(Oid.certificatePolicies),
  'policy-qualifiers': {
    bad: {
      'a CPS of LDAP': qualified(sequence(oid('1.3.6.1.5.5.7.2.1'), ia5('ldap://a.example'))),
      'a notice without text': qualified(sequence(oid('1.3.6.1.5.5.7.2.2'), sequence())),
      'a notice with a reference': qualified(
        sequence(oid('1.3.6.1.5.5.7.2.2'), sequence(sequence(utf8('a'), sequence(integer(1))), utf8('a'))),
      ),
    },
    good: {
      both: qualified(
        sequence(oid('1.3.6.1.5.5.7.2.1'), ia5('https://a.example')),
        sequence(oid('1.3.6.1.5.5.7.2.2'), sequence(utf8('a'))),
      ),
    },
  },
  'qc-statements-not-critical': ofCriticality(QC_STATEMENTS, sequence(sequence(oid('0.4.0.1862.1.1')))),
  'reserved-policy': {
    bad: { none: mail(policies('1.2.3')), two: mail(policies('2.23.140.1.5.1.3', '2.23.140.1.5.1.2')) },
    good: { 'one beside another': mail(policies('1.2.3', '2.23.140.1.5.1.3')) },
  },
  'root-certificate-policies': {
    bad: { some: root(policies('2.5.29.32.0').extensions) },
    good: { none: root() },
  },
  'root-path-length': {
    bad: { one: root(extended(Oid.basicConstraints, sequence(boolean(true), integer(1)), true).extensions) },
    good: { none: root(), 'one of a CA below': authority() },
  },
  'rsa-exponent': {
    bad: { even: mail({ publicKey: rsaKey({ exponent: 65_538 }) }) },
    good: { odd: mail({ publicKey: rsaKey({ exponent: 3 }) }) },
  },
  'rsa-exponent-range': {
    bad: { small: mail({ publicKey: rsaKey({ exponent: 3 }) }) },
    good: { usual: mail({ publicKey: rsaKey() }) },
  },
  'rsa-key-size': {
    bad: { '2040 bits': mail({ publicKey: rsaKey({ bits: 2040 }) }) },
    good: { '2048 bits': mail({ publicKey: rsaKey() }) },
  },
  'rsa-key-size-octets': {
    bad: { '2049 bits': mail({ publicKey: rsaKey({ bits: 2049 }) }) },
    good: { '2056 bits': mail({ publicKey: rsaKey({ bits: 2056 }) }) },
  },
  'rsa-key-usage': {
    bad: {
      'dataEncipherment without keyEncipherment': of('mailbox', 'multipurpose', {
        publicKey: rsaKey(),
        ...usages(0x90, 4),
      }),
    },
    good: {
      'dual use': of('mailbox', 'multipurpose', { publicKey: rsaKey(), ...usages(0xf0, 4) }),
    },
  },
  'rsa-key-usage-strict': {
    bad: { dataEncipherment: mail({ publicKey: rsaKey(), ...usages(0xb0, 4) }) },
    good: { 'dual use': mail({ publicKey: rsaKey(), ...usages(0xe0, 5) }) },
  },
  'rsa-modulus': {
    bad: { 'a multiple of 3': mail({ publicKey: smallFactor() }) },
    good: { 'no RSA key': mail() },
  },
  'serial-number-entropy': {
    bad: { 'seven octets': mail({ serialNumber: integer(Buffer.alloc(7, 1)) }) },
    good: { eight: mail({ serialNumber: integer(Buffer.alloc(8, 1)) }) },
  },
  'signature-algorithm': {
    bad: {
      'SHA-1': mail({ algorithm: algorithm('1.2.840.10045.4.1') }),
      'ECDSA with NULL': mail({ algorithm: algorithm('1.2.840.10045.4.3.2', element(0x05)) }),
    },
    good: { 'SHA-256': mail(), 'ML-DSA': mail({ algorithm: algorithm(ML_DSA_44) }) },
  },
  'signature-algorithm-before-post-quantum': {
    bad: { 'ML-DSA': mail({ ...IN_2024, algorithm: algorithm(ML_DSA_44) }) },
    good: { 'SHA-256': mail(IN_2024) },
  },
  'smime-capabilities-not-critical': ofCriticality(CAPABILITIES, sequence()),
  'sponsor-validated-subject': {
    bad: {
      'no organization': of('sponsor', 'strict', subject([SURNAME, utf8('a')])),
      'a street of the strict generation': of('sponsor', 'strict', subject(...EXAMPLE, [STREET, utf8('a')])),
    },
    good: { 'a person of one': of('sponsor', 'strict', subject(...EXAMPLE, [SURNAME, utf8('a')])) },
  },
  'street-with-place': {
    bad: { 'a street alone': of('organization', 'multipurpose', subject(...EXAMPLE, [STREET, utf8('a')])) },
    good: {
      'a state as well': of(
        'organization',
        'multipurpose',
        subject(...EXAMPLE, [STREET, utf8('a')], [STATE, utf8('b')]),
      ),
    },
  },
  'subject-directory-attributes-absent': {
    bad: { 'of the strict generation': having(Oid.subjectDirectoryAttributes, sequence()) },
    good: {
      'of the legacy generation': of('mailbox', 'legacy', {
        ...IN_2024,
        ...extended(Oid.subjectDirectoryAttributes, sequence()),
      }),
    },
  },
  'subject-key-identifier-present': absent(Oid.subjectKeyIdentifier),
  'validity-1185-days': {
    bad: { longer: of('mailbox', 'legacy', validUntil('270331000000Z')) },
    good: { 'to the second': of('mailbox', 'legacy', validUntil('270330235959Z')) },
  },
  'validity-825-days': {
    bad: { longer: of('mailbox', 'multipurpose', validUntil('260405000000Z')) },
    good: {
      'to the second': of('mailbox', 'multipurpose', validUntil('260404235959Z')),
      'longer, of the legacy generation': of('mailbox', 'legacy', validUntil('270330235959Z')),
    },
  },
  'version-3': { bad: { 'version 1': mail({ version: new Uint8Array() }) }, good: { 'version 3': mail() } },
});

/** A certificate of a kind of validation and of a generation. */
function of(validation: Validation, generation: Generation, parts: Parts = {}): Uint8Array {
  const kind = ['mailbox', 'organization', 'sponsor', 'individual'].indexOf(validation) + 1;
  const number = ['legacy', 'multipurpose', 'strict'].indexOf(generation) + 1;
  const { extensions } = policies(`2.23.140.1.5.${kind}.${number}`);
  return mail({ ...parts, extensions: { ...extensions, ...parts.extensions } });
}

function root(extensions: Parts['extensions'] = {}): Uint8Array {
  const selfIssued = { issuer: ROOT_NAME, subject: ROOT_NAME };
  return authority({
    ...selfIssued,
    extensions: {
      [Oid.certificatePolicies]: undefined,
      [Oid.authorityKeyIdentifier]: undefined,
      ...extensions,
    },
  });
}

/** Extensions with one more, or another. */
function extended(
  type: string,
  value: Uint8Array,
  critical = false,
): { readonly extensions: Record<string, Uint8Array> } {
  return { extensions: { [type]: extension(type, value, critical) } };
}

function having(type: string, value: Uint8Array): Uint8Array {
  return mail(extended(type, value));
}

function policies(...oids: readonly string[]) {
  return extended(Oid.certificatePolicies, sequence(...oids.map((one) => sequence(oid(one)))));
}

function qualified(...qualifiers: readonly Uint8Array[]): Uint8Array {
  return mail(extended(Oid.certificatePolicies, sequence(sequence(oid('2.23.140.1.5.1.3'), sequence(...qualifiers)))));
}

function purposes(...oids: readonly string[]) {
  return extended(Oid.extKeyUsage, sequence(...oids.map(oid)));
}

function usages(bits: number, unused: number) {
  return extended(Oid.keyUsage, bitString(Uint8Array.of(bits), unused), true);
}

function points(...uris: readonly string[]): Uint8Array {
  return sequence(...uris.map((one) => sequence(explicit(0, explicit(0, uri(one))))));
}

function crl(...uris: readonly string[]) {
  return extended(Oid.crlDistributionPoints, points(...uris));
}

function access(method: string, ...uris: readonly string[]) {
  return extended(Oid.authorityInfoAccess, sequence(...uris.map((one) => sequence(oid(method), uri(one)))));
}

function mailbox(address: string): Uint8Array {
  return implicit(1, Buffer.from(address));
}

function otherName(type: string, value: Uint8Array): Uint8Array {
  return explicit(0, oid(type), explicit(0, value));
}

function named(...names: readonly Uint8Array[]) {
  return extended(Oid.subjectAltName, sequence(...names), true);
}

function withNames(...names: readonly Uint8Array[]): Uint8Array {
  return mail(named(...names));
}

function subject(...attributes: readonly Attribute[]): Parts {
  return { subject: name(...attributes) };
}

function ofSubject(bad: readonly Attribute[], good: readonly Attribute[]): RuleCase {
  return { bad: { 'a subject': mail(subject(...bad)) }, good: { 'a subject': mail(subject(...good)) } };
}

/** Identifiers of an organization, each in a certificate of its own. */
function identified(...identifiers: readonly string[]): Record<string, Uint8Array> {
  return Object.fromEntries(
    identifiers.map((one) => [one, of('organization', 'strict', subject([ORGANIZATION_ID, utf8(one)]))]),
  );
}

function absent(type: string): RuleCase {
  return { bad: { none: mail({ extensions: { [type]: undefined } }) }, good: { one: mail() } };
}

function ofCriticality(type: string, value: Uint8Array): RuleCase {
  return {
    bad: { 'a critical one': mail(extended(type, value, true)) },
    good: { 'one that is not': mail(extended(type, value)) },
  };
}

/** From the first day of 2024. */
function validUntil(notAfter: string): Parts {
  return { notBefore: utcTime('240101000000Z'), notAfter: utcTime(notAfter) };
}

function edwardsKey(): Uint8Array {
  return sequence(algorithm('1.3.101.112'), bitString(Buffer.alloc(32, 1)));
}

function postQuantumKey(type: string, octets: number): Uint8Array {
  return sequence(algorithm(type), bitString(Buffer.alloc(octets, 1)));
}

/** An RSA key whose modulus is divisible by 3. */
function smallFactor(): Uint8Array {
  const modulus = Buffer.concat([Uint8Array.of(0), Buffer.alloc(256, 0xff)]);
  return sequence(
    algorithm('1.2.840.113549.1.1.1', element(0x05)),
    bitString(sequence(integer(modulus), integer(65_537))),
  );
}
