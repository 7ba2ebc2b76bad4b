import { crlDistributionPoints } from '../../certificate/extensions/crl-distribution-points.ts';
import { certificateRule } from '../certificate-rule.ts';

export const distributionPointWithoutReasons = certificateRule({
  name: 'tls/distribution-point-without-reasons',
  clause: 'Baseline Requirements 7.1.2.11.2',
  from: '2023-09-15',
  check: (certificate) =>
    (certificate.value(crlDistributionPoints) ?? []).some(({ reasons }) => reasons !== undefined)
      ? 'a distribution point has reasons'
      : undefined,
});
