import { checkNistCurve } from '../checks/ec-curve.ts';
import { certificateRule } from '../certificate-rule.ts';

export const ecCurve = certificateRule({
  name: 'code-signing/ec-curve',
  clause: 'Code Signing Baseline Requirements 6.1.5',
  from: '2019-08-13',
  check: checkNistCurve,
});
