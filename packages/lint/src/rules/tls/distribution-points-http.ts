import { crlDistributionPoints } from '../../certificate/extensions/crl-distribution-points.ts';
import { certificateRule } from '../certificate-rule.ts';

export const distributionPointsHttp = certificateRule({
  name: 'tls/distribution-points-http',
  clause: 'Baseline Requirements 7.1.2.11.2',
  from: '2012-07-01',
  check(certificate) {
    const points = certificate.value(crlDistributionPoints);
    if (points === undefined) return undefined;
    const uris = points.flatMap(({ name }) => (name?.kind === 'fullName' ? name.names : []));
    return uris.some((one) => one.kind === 'uniformResourceIdentifier' && one.text.startsWith('http://'))
      ? undefined
      : 'cRLDistributionPoints has no URI of HTTP';
  },
});
