import { AttributeType } from '../../certificate/name-under-lint.ts';
import { hasPolicy, TlsPolicy } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const organizationValidatedSubject = certificateRule({
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
});
