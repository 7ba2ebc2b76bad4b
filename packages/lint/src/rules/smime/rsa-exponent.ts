import { checkExponent } from '../checks/rsa-key.ts';
import { certificateRule } from '../certificate-rule.ts';

export const rsaExponent = certificateRule({
  name: 'smime/rsa-exponent',
  clause: 'S/MIME Baseline Requirements 6.1.6',
  from: '2023-09-01',
  check: checkExponent,
});
