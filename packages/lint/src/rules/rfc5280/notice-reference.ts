import { userNotices } from '../../certificate/user-notice.ts';
import { certificateRule } from '../certificate-rule.ts';

export const noticeReference = certificateRule({
  name: 'rfc5280/notice-reference',
  clause: 'RFC 5280 §4.2.1.4',
  level: 'warning',
  check: (certificate) =>
    userNotices(certificate).some(({ noticeRef }) => noticeRef !== undefined)
      ? 'a user notice has a noticeRef, which conforming CAs do not write'
      : undefined,
});
