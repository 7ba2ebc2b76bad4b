import { issuingDistributionPoint } from '../../crl/crl-forms.ts';
import { crlRule } from '../crl-rule.ts';

export const partitionNamed = crlRule({
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
});
