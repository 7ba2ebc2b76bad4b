import { crlDistributionPoints } from '../../certificate/extensions/crl-distribution-points.ts';
import { certificateRule } from '../certificate-rule.ts';

export const distributionPointsNotCritical = certificateRule({
  name: 'tls/distribution-points-not-critical',
  clause: 'Baseline Requirements 7.1.2.11.2',
  from: '2012-07-01',
  check: (certificate) =>
    certificate.extension(crlDistributionPoints)?.critical === true ? 'cRLDistributionPoints is critical' : undefined,
});
