import { isOfGeneration } from '../../certificate/smime-profile.ts';
import { checkOnlyHttpPoints } from '../checks/addresses.ts';
import { certificateRule } from '../certificate-rule.ts';

export const distributionPointsOnlyHttp = certificateRule({
  name: 'smime/distribution-points-only-http',
  clause: 'S/MIME Baseline Requirements 7.1.2.3.b',
  from: '2023-09-01',
  appliesTo: isOfGeneration('strict', 'multipurpose'),
  check: checkOnlyHttpPoints,
});
