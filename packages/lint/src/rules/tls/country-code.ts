import { COUNTRY_CODES } from '../../certificate/country-codes.ts';
import { AttributeType } from '../../certificate/name-under-lint.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

export const countryCode = certificateRule({
  name: 'tls/country-code',
  clause: 'Baseline Requirements 7.1.4.2',
  level: 'error',
  from: '2012-07-01',
  check: ({ subject }) =>
    subject
      .of(AttributeType.countryName)
      .filter(({ text }) => !COUNTRY_CODES.has(text ?? ''))
      .map(({ text }) => `the countryName ${quoted(text ?? '')} is not a code of ISO 3166-1`),
});
