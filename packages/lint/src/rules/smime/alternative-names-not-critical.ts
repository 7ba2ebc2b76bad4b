import { subjectAltName } from '../../certificate/extensions/subject-alt-name.ts';
import { isSmimeSubscriber } from '../../certificate/smime-profile.ts';
import { certificateRule } from '../certificate-rule.ts';

export const alternativeNamesNotCritical = certificateRule({
  name: 'smime/alternative-names-not-critical',
  clause: 'S/MIME Baseline Requirements 7.1.2.3.h',
  level: 'warning',
  from: '2023-09-01',
  appliesTo: isSmimeSubscriber,
  check: (certificate) =>
    certificate.extension(subjectAltName)?.critical === true && !certificate.subject.isEmpty
      ? 'subjectAltName is critical, and the subject is not empty'
      : undefined,
});
