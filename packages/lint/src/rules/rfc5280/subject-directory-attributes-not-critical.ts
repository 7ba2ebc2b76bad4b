import { subjectDirectoryAttributes } from '../../certificate/extensions/subject-directory-attributes.ts';
import { certificateRule } from '../certificate-rule.ts';

export const subjectDirectoryAttributesNotCritical = certificateRule({
  name: 'rfc5280/subject-directory-attributes-not-critical',
  clause: 'RFC 5280 §4.2.1.8',
  check: (certificate) =>
    certificate.extension(subjectDirectoryAttributes)?.critical === true
      ? 'subjectDirectoryAttributes is critical'
      : undefined,
});
