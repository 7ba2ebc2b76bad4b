import { certificateRule } from '../certificate-rule.ts';
import { checkExponent } from '../checks/rsa-key.ts';

export const rsaExponent = certificateRule({
  name: 'tls/rsa-exponent',
  clause: 'Baseline Requirements 6.1.6',
  from: '2013-02-21',
  check: checkExponent,
});
