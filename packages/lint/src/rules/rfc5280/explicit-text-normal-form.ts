import { characterString, Tag } from '../../ber/values.ts';
import { quoted } from '../../certificate/text.ts';
import { explicitTexts } from '../../certificate/user-notice.ts';
import { certificateRule } from '../certificate-rule.ts';

export const explicitTextNormalForm = certificateRule({
  name: 'rfc5280/explicit-text-normal-form',
  clause: 'RFC 6818 §3',
  level: 'warning',
  from: '2013-01-01',
  check: (certificate) =>
    explicitTexts(certificate)
      .filter(({ tag }) => tag === Tag.utf8String)
      .map((text) => characterString(text) ?? '')
      .filter((text) => text.normalize('NFC') !== text)
      .map((text) => `the explicitText ${quoted(text)} is not in normal form C`),
});
