import { AttributeType } from '../../certificate/name-under-lint.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

export const countryCodeLength = certificateRule({
  name: 'rfc5280/country-code-length',
  clause: 'RFC 5280 Appendix A.1',
  from: '2008-05-01',
  check: ({ subject }) =>
    subject
      .of(AttributeType.countryName)
      .filter(({ text }) => text?.length !== 2)
      .map(({ text }) => `the countryName ${quoted(text ?? '')} of the subject has not two characters`),
});
