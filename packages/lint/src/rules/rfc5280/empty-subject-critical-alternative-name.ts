import { subjectAltName } from '../../certificate/extensions/subject-alt-name.ts';
import { certificateRule } from '../certificate-rule.ts';

export const emptySubjectCriticalAlternativeName = certificateRule({
  name: 'rfc5280/empty-subject-critical-alternative-name',
  clause: 'RFC 5280 §4.2.1.6',
  from: '1999-01-01',
  appliesTo: ({ subject }) => subject.isEmpty,
  check: (certificate) =>
    certificate.extension(subjectAltName)?.critical === false
      ? 'the subject is empty, and subjectAltName is not critical'
      : undefined,
});
