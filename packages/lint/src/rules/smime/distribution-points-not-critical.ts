import { crlDistributionPoints } from '../../certificate/extensions/crl-distribution-points.ts';
import { certificateRule } from '../certificate-rule.ts';

export const distributionPointsNotCritical = certificateRule({
  name: 'smime/distribution-points-not-critical',
  clause: 'S/MIME Baseline Requirements 7.1.2.3.b',
  level: 'warning',
  from: '2023-09-01',
  check: (certificate) =>
    certificate.extension(crlDistributionPoints)?.critical === true ? 'cRLDistributionPoints is critical' : undefined,
});
