import { certificateRule } from '../certificate-rule.ts';

export const caSubjectNotEmpty = certificateRule({
  name: 'rfc5280/ca-subject-not-empty',
  clause: 'RFC 5280 §4.1.2.6',
  appliesTo: ({ isCa }) => isCa,
  check: ({ subject }) => (subject.isEmpty ? 'the subject of a CA is an empty name' : undefined),
});
