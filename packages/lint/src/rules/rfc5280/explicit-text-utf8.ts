import { Tag } from '../../ber/values.ts';
import { explicitTexts } from '../../certificate/user-notice.ts';
import { certificateRule } from '../certificate-rule.ts';

export const explicitTextUtf8 = certificateRule({
  name: 'rfc5280/explicit-text-utf8',
  clause: 'RFC 6818 §3',
  level: 'warning',
  from: '2013-01-01',
  check: (certificate) =>
    explicitTexts(certificate).some(({ tag }) => tag !== Tag.utf8String && tag !== Tag.ia5String)
      ? 'an explicitText is not a UTF8String'
      : undefined,
});
