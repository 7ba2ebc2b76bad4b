import { AttributeType } from '../../certificate/name-under-lint.ts';
import { hasPolicy, TlsPolicy } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const domainValidatedSubjectBefore2023 = certificateRule({
  name: 'tls/domain-validated-subject-before-2023',
  clause: 'Baseline Requirements 1.8.7, 7.1.6.4',
  from: '2012-07-01',
  until: '2023-09-15',
  appliesTo: (certificate) => !certificate.isCa && hasPolicy(certificate, TlsPolicy.domainValidated),
  check: ({ subject }) =>
    FORBIDDEN.filter((type) => subject.has(type)).map(
      (type) => `the subject of a domain validated certificate has the attribute ${type}`,
    ),
});

const FORBIDDEN: readonly string[] = [
  AttributeType.organizationName,
  AttributeType.streetAddress,
  AttributeType.localityName,
  AttributeType.stateOrProvinceName,
  AttributeType.postalCode,
];
