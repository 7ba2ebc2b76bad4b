import { freshestCrl } from '../../certificate/extensions/crl-distribution-points.ts';
import { type Extended, commonRule } from '../common-rule.ts';

export const freshestCrlNotCritical = commonRule<Extended>({
  name: 'rfc5280/freshest-crl-not-critical',
  clause: 'RFC 5280 §4.2.1.15',
  check: (certificate) =>
    certificate.extension(freshestCrl)?.critical === true ? 'freshestCRL is critical' : undefined,
});
