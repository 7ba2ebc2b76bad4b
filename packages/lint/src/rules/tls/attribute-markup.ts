import { quoted } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

export const attributeMarkup = certificateRule({
  name: 'tls/attribute-markup',
  clause: 'Baseline Requirements 7.1.4.2',
  level: 'warning',
  from: '2012-07-01',
  check: ({ subject }) =>
    subject.unusualAttributes
      .filter(({ text = '' }) => /&(?:[a-z]{2,8}|#\d{1,7}|#x[\da-f]{1,6});/i.test(text))
      .map(({ text = '' }) => `the value ${quoted(text)} of the subject has a character reference of HTML`),
});
