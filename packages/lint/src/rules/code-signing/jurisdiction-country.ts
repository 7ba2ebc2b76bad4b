import { CodeSigningPolicy, isCodeSigner } from '../../certificate/code-signing.ts';
import { COUNTRY_CODES } from '../../certificate/country-codes.ts';
import { AttributeType } from '../../certificate/name-under-lint.ts';
import { hasPolicy } from '../../certificate/roles.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

export const jurisdictionCountry = certificateRule({
  name: 'code-signing/jurisdiction-country',
  clause: 'Code Signing Baseline Requirements 7.1.4.2.4.c',
  from: '2020-09-02',
  appliesTo: (certificate) => isCodeSigner(certificate) && hasPolicy(certificate, CodeSigningPolicy.extendedValidation),
  check: ({ subject }) =>
    subject
      .of(AttributeType.jurisdictionCountry)
      .filter(({ text }) => !COUNTRY_CODES.has(text ?? ''))
      .map(({ text }) => `the jurisdictionCountryName ${quoted(text ?? '')} is not a code of ISO 3166-1`),
});
