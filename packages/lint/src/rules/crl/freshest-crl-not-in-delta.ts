import { freshestCrl } from '../../certificate/extensions/crl-distribution-points.ts';
import { crlRule } from '../crl-rule.ts';

export const freshestCrlNotInDelta = crlRule({
  name: 'crl/freshest-crl-not-in-delta',
  clause: 'RFC 5280 §5.2.6',
  check: (crl) =>
    crl.isDelta && crl.extensions.has(freshestCrl)
      ? 'a delta CRL has a freshestCRL, which is for base CRLs'
      : undefined,
});
