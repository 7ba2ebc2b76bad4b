/** Rules on what a subject has to have and must not have for its kind of validation. */
import { AttributeType } from '../../certificate/names/name-under-lint.ts';
import { hasPolicy, isOcspResponder, isSubscriber, TlsPolicy } from '../../certificate/roles.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';

export const SUBJECT_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'tls/ca-subject',
    clause: 'Baseline Requirements 7.1.2.10.2',
    from: '2012-07-01',
    appliesTo: ({ isCa }) => isCa,
    check: ({ subject, notBefore }) =>
      REQUIRED_OF_CAS.filter(
        ({ type, from }) => (notBefore.seconds ?? 0) >= from && !subject.of(type).some(({ text }) => text !== ''),
      ).map(({ name }) => `the subject of a CA has no ${name}`),
  }),
  certificateRule({
    name: 'tls/domain-validated-subject',
    clause: 'Baseline Requirements 7.1.2.7.2',
    from: '2023-09-15',
    appliesTo: (certificate) => isSubscriber(certificate) && hasPolicy(certificate, TlsPolicy.domainValidated),
    check: ({ subject }) =>
      subject.attributes
        .filter(({ type }) => type !== AttributeType.commonName && type !== AttributeType.countryName)
        .map(({ type }) => `the subject of a domain validated certificate has the attribute ${type}`),
  }),
  certificateRule({
    name: 'tls/domain-validated-subject-before-2023',
    clause: 'Baseline Requirements 1.8.7, 7.1.6.4',
    from: '2012-07-01',
    until: '2023-09-15',
    appliesTo: (certificate) => !certificate.isCa && hasPolicy(certificate, TlsPolicy.domainValidated),
    check: ({ subject }) =>
      FORBIDDEN_BEFORE_2023.filter((type) => subject.has(type)).map(
        (type) => `the subject of a domain validated certificate has the attribute ${type}`,
      ),
  }),
  certificateRule({
    name: 'tls/identified-subject',
    clause: 'Baseline Requirements 7.1.4.2',
    from: '2016-09-07',
    // Where an organization or a person is named, so is the place; where none is, no place is.
    appliesTo: (certificate) => isSubscriber(certificate) && !isOcspResponder(certificate),
    check({ subject }) {
      const placed = PLACES.filter((type) => subject.has(type));
      if (!IDENTITIES.some((type) => subject.has(type)))
        return placed.map((type) => `the subject has the attribute ${type}, and names nobody`);
      if (!subject.has(AttributeType.countryName)) return 'the subject names somebody, and has no countryName';
      return subject.has(AttributeType.localityName) || subject.has(AttributeType.stateOrProvinceName)
        ? undefined
        : 'the subject names somebody, and has neither localityName nor stateOrProvinceName';
    },
  }),
  certificateRule({
    name: 'tls/individual-validated-subject',
    clause: 'Baseline Requirements 7.1.2.7.3',
    from: '2015-09-28',
    appliesTo: (certificate) => !certificate.isCa && hasPolicy(certificate, TlsPolicy.individualValidated),
    check({ subject, notBefore }) {
      const named = subject.has(AttributeType.givenName) && subject.has(AttributeType.surname);
      const early = (notBefore.seconds ?? 0) < STRICT_FROM && subject.has(AttributeType.organizationName);
      if (!named && !early) return 'an individual validated certificate has no givenName and surname';
      if (!subject.has(AttributeType.countryName)) return 'an individual validated certificate has no countryName';
      return subject.has(AttributeType.localityName) || subject.has(AttributeType.stateOrProvinceName)
        ? undefined
        : 'an individual validated certificate has neither localityName nor stateOrProvinceName';
    },
  }),
  certificateRule({
    name: 'tls/organization-validated-subject',
    clause: 'Baseline Requirements 7.1.2.7.4',
    from: '2012-07-01',
    appliesTo: (certificate) => !certificate.isCa && hasPolicy(certificate, TlsPolicy.organizationValidated),
    check({ subject }) {
      if (!subject.has(AttributeType.organizationName))
        return 'an organization validated certificate has no organizationName';
      if (!subject.has(AttributeType.countryName)) return 'an organization validated certificate has no countryName';
      return subject.has(AttributeType.localityName) || subject.has(AttributeType.stateOrProvinceName)
        ? undefined
        : 'an organization validated certificate has neither localityName nor stateOrProvinceName';
    },
  }),
  certificateRule({
    name: 'tls/organizational-unit-absent',
    clause: 'Baseline Requirements 7.1.4.2',
    from: '2022-09-01',
    appliesTo: ({ isCa }) => !isCa,
    check: ({ subject }) =>
      subject.has(AttributeType.organizationalUnitName) ? 'the subject has an organizationalUnitName' : undefined,
  }),
  certificateRule({
    name: 'tls/organizational-unit-of-ca',
    clause: 'Baseline Requirements 7.1.2.10.2',
    from: '2023-09-15',
    appliesTo: ({ isCa }) => isCa,
    check: ({ subject }) =>
      subject.has(AttributeType.organizationalUnitName)
        ? 'the subject of a CA has an organizationalUnitName'
        : undefined,
  }),
  certificateRule({
    name: 'tls/organizational-unit-with-organization',
    clause: 'Baseline Requirements 7.1.4.2',
    from: '2021-08-16',
    check: ({ subject }) =>
      subject.has(AttributeType.organizationalUnitName) && !subject.has(AttributeType.organizationName)
        ? 'the subject has an organizationalUnitName without an organizationName'
        : undefined,
  }),
  certificateRule({
    name: 'tls/person-needs-individual-validation',
    clause: 'Baseline Requirements 7.1.4.2',
    from: '2016-09-07',
    appliesTo: isSubscriber,
    check: (certificate) =>
      (certificate.subject.has(AttributeType.givenName) || certificate.subject.has(AttributeType.surname)) &&
      !hasPolicy(certificate, TlsPolicy.individualValidated)
        ? 'the subject names a person, and the policy of individual validation is missing'
        : undefined,
  }),
];

const REQUIRED_OF_CAS = [
  { type: AttributeType.countryName, name: 'countryName', from: 0 },
  { type: AttributeType.organizationName, name: 'organizationName', from: 0 },
  { type: AttributeType.commonName, name: 'commonName', from: Date.UTC(2017, 5, 8) / 1000 },
];
const FORBIDDEN_BEFORE_2023: readonly string[] = [
  AttributeType.organizationName,
  AttributeType.streetAddress,
  AttributeType.localityName,
  AttributeType.stateOrProvinceName,
  AttributeType.postalCode,
];
const IDENTITIES = [AttributeType.organizationName, AttributeType.givenName, AttributeType.surname];
const PLACES = [
  AttributeType.localityName,
  AttributeType.stateOrProvinceName,
  AttributeType.postalCode,
  AttributeType.streetAddress,
];
/** Before, an organizationName did as well. */
const STRICT_FROM = Date.UTC(2023, 8, 15) / 1000;
