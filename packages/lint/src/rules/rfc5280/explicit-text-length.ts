import { characterCount } from '../../certificate/text.ts';
import { characterString } from '../../ber/values.ts';
import { explicitTexts } from '../../certificate/user-notice.ts';
import { certificateRule } from '../certificate-rule.ts';

export const explicitTextLength = certificateRule({
  name: 'rfc5280/explicit-text-length',
  clause: 'RFC 6818 §3',
  check: (certificate) =>
    explicitTexts(certificate)
      .map((text) => characterCount(characterString(text) ?? ''))
      .filter((length) => length > 200)
      .map((length) => `an explicitText has ${length} characters; 200 are allowed`),
});
