import { checkExponentRange } from '../checks/rsa-key.ts';
import { certificateRule } from '../certificate-rule.ts';

export const rsaExponentRange = certificateRule({
  name: 'smime/rsa-exponent-range',
  clause: 'S/MIME Baseline Requirements 6.1.6',
  level: 'warning',
  from: '2023-09-01',
  check: checkExponentRange,
});
