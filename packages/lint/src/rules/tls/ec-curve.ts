import { certificateRule } from '../certificate-rule.ts';
import { checkNistCurve } from '../checks/ec-curve.ts';

export const ecCurve = certificateRule({
  name: 'tls/ec-curve',
  clause: 'Baseline Requirements 6.1.5',
  check: checkNistCurve,
});
