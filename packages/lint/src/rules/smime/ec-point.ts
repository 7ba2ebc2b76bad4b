import { checkNistPoint } from '../checks/ec-point.ts';
import { certificateRule } from '../certificate-rule.ts';

export const ecPoint = certificateRule({
  name: 'smime/ec-point',
  clause: 'S/MIME Baseline Requirements 6.1.5',
  from: '2023-09-01',
  check: checkNistPoint,
});
