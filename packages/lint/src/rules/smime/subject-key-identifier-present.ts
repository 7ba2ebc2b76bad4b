import { subjectKeyIdentifier } from '../../certificate/extensions/key-identifiers.ts';
import { isSmimeSubscriber } from '../../certificate/smime-profile.ts';
import { certificateRule } from '../certificate-rule.ts';

export const subjectKeyIdentifierPresent = certificateRule({
  name: 'smime/subject-key-identifier-present',
  clause: 'S/MIME Baseline Requirements 7.1.2.3.n',
  level: 'warning',
  from: '2023-09-01',
  appliesTo: isSmimeSubscriber,
  check: (certificate) =>
    certificate.extensions.has(subjectKeyIdentifier) ? undefined : 'subjectKeyIdentifier is missing',
});
