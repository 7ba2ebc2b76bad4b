import { subjectKeyIdentifier } from '../../certificate/extensions/key-identifiers.ts';
import { certificateRule } from '../certificate-rule.ts';

export const subjectKeyIdentifierNotCritical = certificateRule({
  name: 'rfc5280/subject-key-identifier-not-critical',
  clause: 'RFC 5280 §4.2.1.2',
  check: (certificate) =>
    certificate.extension(subjectKeyIdentifier)?.critical === true ? 'subjectKeyIdentifier is critical' : undefined,
});
