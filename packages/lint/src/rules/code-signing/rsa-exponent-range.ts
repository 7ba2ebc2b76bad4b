import { checkExponentRange } from '../checks/rsa-key.ts';
import { certificateRule } from '../certificate-rule.ts';

export const rsaExponentRange = certificateRule({
  name: 'code-signing/rsa-exponent-range',
  clause: 'Code Signing Baseline Requirements 6.1.6',
  level: 'warning',
  from: '2019-08-13',
  check: checkExponentRange,
});
