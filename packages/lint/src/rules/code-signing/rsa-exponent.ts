import { checkExponent } from '../checks/rsa-key.ts';
import { certificateRule } from '../certificate-rule.ts';

export const rsaExponent = certificateRule({
  name: 'code-signing/rsa-exponent',
  clause: 'Code Signing Baseline Requirements 6.1.6',
  from: '2019-08-13',
  check: checkExponent,
});
