import { freshestCrl } from '../../certificate/extensions/crl-distribution-points.ts';
import { crlRule } from '../crl-rule.ts';

export const freshestCrlNamesOnly = crlRule({
  name: 'crl/freshest-crl-names-only',
  clause: 'RFC 5280 §5.2.6',
  check: (crl) =>
    (crl.value(freshestCrl) ?? []).flatMap(({ name, reasons, crlIssuer }) => [
      ...(name === undefined ? ['a point of freshestCRL has no distributionPoint'] : []),
      ...(reasons === undefined && crlIssuer === undefined
        ? []
        : ['a point of freshestCRL has reasons or a cRLIssuer, which mean nothing here']),
    ]),
});
