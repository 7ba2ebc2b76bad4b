import { quoted } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

export const attributeInformative = certificateRule({
  name: 'tls/attribute-informative',
  clause: 'Baseline Requirements 7.1.4.3',
  level: 'error',
  from: '2012-07-01',
  check: ({ subject }) =>
    subject.attributes
      .filter(({ text }) => text !== undefined && !/[\p{L}\p{N}]/u.test(text))
      .map(({ text }) => `the value ${quoted(text ?? '')} of the subject says nothing`),
});
