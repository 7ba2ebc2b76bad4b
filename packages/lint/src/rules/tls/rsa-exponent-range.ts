import { certificateRule } from '../certificate-rule.ts';
import { checkExponentRange } from '../checks/rsa-key.ts';

export const rsaExponentRange = certificateRule({
  name: 'tls/rsa-exponent-range',
  clause: 'Baseline Requirements 6.1.6',
  level: 'warning',
  from: '2013-02-21',
  check: checkExponentRange,
});
