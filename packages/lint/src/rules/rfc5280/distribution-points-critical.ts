import { crlDistributionPoints } from '../../certificate/extensions/crl-distribution-points.ts';
import { certificateRule } from '../certificate-rule.ts';

export const distributionPointsCritical = certificateRule({
  name: 'rfc5280/distribution-points-critical',
  clause: 'RFC 5280 §4.2.1.13',
  level: 'warning',
  check: (certificate) =>
    certificate.extension(crlDistributionPoints)?.critical === true ? 'cRLDistributionPoints is critical' : undefined,
});
