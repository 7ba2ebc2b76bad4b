import { AttributeType } from '../../certificate/name-under-lint.ts';
import { isOcspResponder, isSubscriber } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const commonNameNotRecommended = certificateRule({
  name: 'tls/common-name-not-recommended',
  clause: 'Baseline Requirements 7.1.2.7.2',
  level: 'warning',
  from: '2023-09-15',
  appliesTo: (certificate) => isSubscriber(certificate) && !isOcspResponder(certificate),
  check: ({ subject }) => (subject.has(AttributeType.commonName) ? 'the subject has a commonName' : undefined),
});
