import { certificateRule } from '../certificate-rule.ts';
import { checkModulus } from '../checks/rsa-key.ts';

export const rsaModulus = certificateRule({
  name: 'tls/rsa-modulus',
  clause: 'Baseline Requirements 6.1.6',
  level: 'warning',
  from: '2013-02-21',
  check: checkModulus,
});
