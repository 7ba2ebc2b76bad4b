import { crlDistributionPoints } from '../../certificate/extensions/crl-distribution-points.ts';
import { certificateRule } from '../certificate-rule.ts';

export const distributionPointsOnlyHttp = certificateRule({
  name: 'tls/distribution-points-only-http',
  clause: 'Baseline Requirements 7.1.2.11.2',
  level: 'error',
  from: '2023-09-15',
  check: (certificate) =>
    (certificate.value(crlDistributionPoints) ?? []).flatMap(({ name }) =>
      (name?.kind === 'fullName' ? name.names : [])
        .filter((one) => one.kind !== 'uniformResourceIdentifier' || !/^http:\/\//i.test(one.text))
        .map(() => 'cRLDistributionPoints has an address that is not of HTTP'),
    ),
});
