import { subjectInfoAccess } from '../../certificate/extensions/info-access.ts';
import { certificateRule } from '../certificate-rule.ts';

export const subjectInfoAccessNotCritical = certificateRule({
  name: 'rfc5280/subject-info-access-not-critical',
  clause: 'RFC 5280 §4.2.2.2',
  check: (certificate) =>
    certificate.extension(subjectInfoAccess)?.critical === true ? 'subjectInfoAccess is critical' : undefined,
});
