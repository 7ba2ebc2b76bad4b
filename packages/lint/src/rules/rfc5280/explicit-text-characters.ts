import { characterString } from '../../ber/values.ts';
import { quoted } from '../../certificate/text.ts';
import { explicitTexts } from '../../certificate/user-notice.ts';
import { certificateRule } from '../certificate-rule.ts';

export const explicitTextCharacters = certificateRule({
  name: 'rfc5280/explicit-text-characters',
  clause: 'RFC 6818 §3',
  level: 'warning',
  from: '2013-01-01',
  check: (certificate) =>
    explicitTexts(certificate)
      .map((text) => characterString(text) ?? '')
      .filter((text) => /\p{Cc}/u.test(text))
      .map((text) => `the explicitText ${quoted(text)} has control characters`),
});
