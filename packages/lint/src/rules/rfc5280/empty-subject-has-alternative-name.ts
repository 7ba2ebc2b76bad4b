import { subjectAltName } from '../../certificate/extensions/subject-alt-name.ts';
import { certificateRule } from '../certificate-rule.ts';

export const emptySubjectHasAlternativeName = certificateRule({
  name: 'rfc5280/empty-subject-has-alternative-name',
  clause: 'RFC 5280 §4.1.2.6',
  appliesTo: ({ subject }) => subject.isEmpty,
  check: (certificate) =>
    certificate.extension(subjectAltName) === undefined
      ? 'the subject is empty, and there is no subjectAltName'
      : undefined,
});
