/** Rules on issuingDistributionPoint. */
import { issuingDistributionPoint } from '../../crl/crl-forms.ts';
import { crlRule, type CrlRule } from '../crl-rule.ts';

export const SCOPE_RULES: readonly CrlRule[] = [
  crlRule({
    name: 'crl-tls/all-reasons',
    clause: 'Baseline Requirements 7.2.2.1',
    level: 'warning',
    from: '2024-03-15',
    check: (crl) =>
      crl.value(issuingDistributionPoint)?.onlySomeReasons === undefined
        ? undefined
        : 'issuingDistributionPoint has onlySomeReasons, which should not be there',
  }),
  crlRule({
    name: 'crl-tls/issuing-distribution-point-name',
    clause: 'Baseline Requirements 7.2.2.1',
    from: '2024-03-15',
    check(crl) {
      const name = crl.value(issuingDistributionPoint)?.name;
      if (name === undefined) return undefined;
      if (name.kind !== 'fullName') return 'the distributionPoint of issuingDistributionPoint is not a fullName';
      return name.names
        .filter(({ kind }) => kind !== 'uniformResourceIdentifier')
        .map(({ kind }) => `issuingDistributionPoint has a name of the kind ${kind}; only URIs are allowed`);
    },
  }),
  crlRule({
    name: 'crl-tls/not-indirect',
    clause: 'Baseline Requirements 7.2.2.1',
    from: '2024-03-15',
    check(crl) {
      const point = crl.value(issuingDistributionPoint);
      return point?.indirectCrl === true || point?.onlyContainsAttributeCerts === true
        ? 'issuingDistributionPoint asserts indirectCRL or onlyContainsAttributeCerts; both have to be false'
        : undefined;
    },
  }),
  crlRule({
    name: 'crl-tls/partition-named',
    clause: 'Baseline Requirements 7.2.2.1',
    level: 'warning',
    from: '2023-01-15',
    check(crl) {
      const point = crl.value(issuingDistributionPoint);
      return point !== undefined && point.name === undefined
        ? 'issuingDistributionPoint has no distributionPoint, which a CRL of a part of the certificates has to have'
        : undefined;
    },
  }),
];
