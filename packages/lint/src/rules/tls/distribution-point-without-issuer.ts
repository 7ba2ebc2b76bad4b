import { crlDistributionPoints } from '../../certificate/extensions/crl-distribution-points.ts';
import { certificateRule } from '../certificate-rule.ts';

export const distributionPointWithoutIssuer = certificateRule({
  name: 'tls/distribution-point-without-issuer',
  clause: 'Baseline Requirements 7.1.2.11.2',
  from: '2023-09-15',
  check: (certificate) =>
    (certificate.value(crlDistributionPoints) ?? []).some(({ crlIssuer }) => crlIssuer !== undefined)
      ? 'a distribution point has a cRLIssuer'
      : undefined,
});
