import { checkModulus } from '../checks/rsa-key.ts';
import { certificateRule } from '../certificate-rule.ts';

export const rsaModulus = certificateRule({
  name: 'code-signing/rsa-modulus',
  clause: 'Code Signing Baseline Requirements 6.1.6',
  level: 'warning',
  from: '2019-08-13',
  check: checkModulus,
});
