import { crlDistributionPoints } from '../../certificate/extensions/crl-distribution-points.ts';
import { isSubordinateCa } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const caDistributionPointsPresent = certificateRule({
  name: 'tls/ca-distribution-points-present',
  clause: 'Baseline Requirements 7.1.2.10.1',
  from: '2012-07-01',
  appliesTo: isSubordinateCa,
  check: (certificate) =>
    certificate.extensions.has(crlDistributionPoints) ? undefined : 'cRLDistributionPoints of a CA is missing',
});
