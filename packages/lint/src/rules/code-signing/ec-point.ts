import { checkNistPoint } from '../checks/ec-point.ts';
import { certificateRule } from '../certificate-rule.ts';

export const ecPoint = certificateRule({
  name: 'code-signing/ec-point',
  clause: 'Code Signing Baseline Requirements 6.1.6',
  level: 'warning',
  from: '2019-08-13',
  check: checkNistPoint,
});
