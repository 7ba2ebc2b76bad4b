import { subjectKeyIdentifier } from '../../certificate/extensions/key-identifiers.ts';
import { certificateRule } from '../certificate-rule.ts';

export const subjectKeyIdentifierOfCa = certificateRule({
  name: 'rfc5280/subject-key-identifier-of-ca',
  clause: 'RFC 5280 §4.2.1.2',
  appliesTo: ({ isCa }) => isCa,
  check: (certificate) =>
    certificate.extension(subjectKeyIdentifier) === undefined ? 'a CA has no subjectKeyIdentifier' : undefined,
});
