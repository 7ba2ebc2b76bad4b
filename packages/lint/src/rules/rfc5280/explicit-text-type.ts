import { Tag } from '../../ber/values.ts';
import { explicitTexts } from '../../certificate/user-notice.ts';
import { certificateRule } from '../certificate-rule.ts';

export const explicitTextType = certificateRule({
  name: 'rfc5280/explicit-text-type',
  clause: 'RFC 6818 §3',
  from: '2013-01-01',
  check: (certificate) =>
    explicitTexts(certificate).some(({ tag }) => tag === Tag.ia5String)
      ? 'an explicitText is an IA5String; UTF8String is right'
      : undefined,
});
