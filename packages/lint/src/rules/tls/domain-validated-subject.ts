import { AttributeType } from '../../certificate/name-under-lint.ts';
import { hasPolicy, isSubscriber, TlsPolicy } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const domainValidatedSubject = certificateRule({
  name: 'tls/domain-validated-subject',
  clause: 'Baseline Requirements 7.1.2.7.2',
  from: '2023-09-15',
  appliesTo: (certificate) => isSubscriber(certificate) && hasPolicy(certificate, TlsPolicy.domainValidated),
  check: ({ subject }) =>
    subject.attributes
      .filter(({ type }) => type !== AttributeType.commonName && type !== AttributeType.countryName)
      .map(({ type }) => `the subject of a domain validated certificate has the attribute ${type}`),
});
