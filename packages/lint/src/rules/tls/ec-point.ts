import { checkNistPoint } from '../checks/ec-point.ts';
import { certificateRule } from '../certificate-rule.ts';

export const ecPoint = certificateRule({
  name: 'tls/ec-point',
  clause: 'Baseline Requirements 6.1.6',
  level: 'warning',
  from: '2013-02-21',
  check: checkNistPoint,
});
