import { AttributeType } from '../../certificate/name-under-lint.ts';
import { hasPolicy, isSubscriber, TlsPolicy } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const personNeedsIndividualValidation = certificateRule({
  name: 'tls/person-needs-individual-validation',
  clause: 'Baseline Requirements 7.1.4.2',
  from: '2016-09-07',
  appliesTo: isSubscriber,
  check: (certificate) =>
    (certificate.subject.has(AttributeType.givenName) || certificate.subject.has(AttributeType.surname)) &&
    !hasPolicy(certificate, TlsPolicy.individualValidated)
      ? 'the subject names a person, and the policy of individual validation is missing'
      : undefined,
});
