import { certificateRule } from '../certificate-rule.ts';
import { checkOnlyHttpPoints } from '../checks/addresses.ts';

export const distributionPointsOnlyHttp = certificateRule({
  name: 'tls/distribution-points-only-http',
  clause: 'Baseline Requirements 7.1.2.11.2',
  from: '2023-09-15',
  check: checkOnlyHttpPoints,
});
