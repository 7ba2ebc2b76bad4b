/** Rules on issuingDistributionPoint and freshestCRL. */
import { freshestCrl } from '../../certificate/extensions/crl-distribution-points.ts';
import { quoted } from '../../certificate/text.ts';
import { issuingDistributionPoint } from '../../crl/crl-forms.ts';
import { checkCritical } from '../checks/extensions.ts';
import { crlRule, type CrlRule } from '../crl-rule.ts';

export const SCOPE_RULES: readonly CrlRule[] = [
  crlRule({
    name: 'crl/freshest-crl-names-only',
    clause: 'RFC 5280 §5.2.6',
    check: (crl) =>
      (crl.value(freshestCrl) ?? []).flatMap(({ name, reasons, crlIssuer }) => [
        ...(name === undefined ? ['a point of freshestCRL has no distributionPoint'] : []),
        ...(reasons === undefined && crlIssuer === undefined
          ? []
          : ['a point of freshestCRL has reasons or a cRLIssuer, which mean nothing here']),
      ]),
  }),
  crlRule({
    name: 'crl/freshest-crl-not-in-delta',
    clause: 'RFC 5280 §5.2.6',
    check: (crl) =>
      crl.isDelta && crl.extensions.has(freshestCrl)
        ? 'a delta CRL has a freshestCRL, which is for base CRLs'
        : undefined,
  }),
  crlRule({
    name: 'crl/issuing-distribution-point-address',
    clause: 'RFC 5280 §5.2.5',
    check(crl) {
      const name = crl.value(issuingDistributionPoint)?.name;
      if (name?.kind !== 'fullName') return undefined;
      if (name.names.length === 0) return 'the fullName of issuingDistributionPoint is an empty sequence';
      return name.names.flatMap((one) =>
        one.kind === 'uniformResourceIdentifier' && !URI.test(one.text)
          ? [`the address ${quoted(one.text)} of issuingDistributionPoint is not an absolute URI`]
          : [],
      );
    },
  }),
  crlRule({
    name: 'crl/issuing-distribution-point-critical',
    clause: 'RFC 5280 §5.2.5',
    check: checkCritical(issuingDistributionPoint),
  }),
  crlRule({
    name: 'crl/issuing-distribution-point-not-empty',
    clause: 'RFC 5280 §5.2.5',
    check: (crl) =>
      crl.value(issuingDistributionPoint)?.isEmpty === true
        ? 'issuingDistributionPoint is an empty sequence'
        : undefined,
  }),
  crlRule({
    name: 'crl/issuing-distribution-point-scope',
    clause: 'RFC 5280 §5.2.5',
    check(crl) {
      const point = crl.value(issuingDistributionPoint);
      const scopes = [point?.onlyContainsUserCerts, point?.onlyContainsCaCerts, point?.onlyContainsAttributeCerts];
      return scopes.filter((one) => one === true).length > 1
        ? 'issuingDistributionPoint has two of onlyContainsUserCerts, onlyContainsCACerts and onlyContainsAttributeCerts; one is allowed'
        : undefined;
    },
  }),
];

const URI = /^[a-z][a-z0-9+.-]*:(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[\da-f]{2})+$/i;
