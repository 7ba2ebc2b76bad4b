import { crlDistributionPoints, freshestCrl } from '../../certificate/extensions/crl-distribution-points.ts';
import { type Extended, commonRule } from '../common-rule.ts';

export const distributionPointComplete = commonRule<Extended>({
  name: 'rfc5280/distribution-point-complete',
  clause: 'RFC 5280 §4.2.1.13',
  check: (certificate) =>
    [...(certificate.value(crlDistributionPoints) ?? []), ...(certificate.value(freshestCrl) ?? [])]
      .filter(({ name, crlIssuer }) => name === undefined && crlIssuer === undefined)
      .map(() => 'a distribution point has neither distributionPoint nor cRLIssuer'),
});
