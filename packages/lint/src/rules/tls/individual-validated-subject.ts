import { AttributeType } from '../../certificate/name-under-lint.ts';
import { hasPolicy, TlsPolicy } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const individualValidatedSubject = certificateRule({
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
});

/** Before, an organizationName did as well. */
const STRICT_FROM = Date.UTC(2023, 8, 15) / 1000;
