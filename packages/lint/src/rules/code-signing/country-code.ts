import { isCodeSigner } from '../../certificate/code-signing.ts';
import { checkCountryCode } from '../checks/subject.ts';
import { certificateRule } from '../certificate-rule.ts';

export const countryCode = certificateRule({
  name: 'code-signing/country-code',
  clause: 'Code Signing Baseline Requirements 7.1.4.2.3.f',
  from: '2019-08-13',
  appliesTo: isCodeSigner,
  check: checkCountryCode,
});
