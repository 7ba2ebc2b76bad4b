import { isOfGeneration } from '../../certificate/smime-profile.ts';
import { checkHttpPoint } from '../checks/addresses.ts';
import { certificateRule } from '../certificate-rule.ts';

export const distributionPointsHttp = certificateRule({
  name: 'smime/distribution-points-http',
  clause: 'S/MIME Baseline Requirements 7.1.2.3.b',
  from: '2023-09-01',
  appliesTo: isOfGeneration('legacy'),
  check: checkHttpPoint,
});
