import { checkModulus } from '../checks/rsa-key.ts';
import { certificateRule } from '../certificate-rule.ts';

export const rsaModulus = certificateRule({
  name: 'smime/rsa-modulus',
  clause: 'S/MIME Baseline Requirements 6.1.6',
  level: 'warning',
  from: '2023-09-01',
  check: checkModulus,
});
