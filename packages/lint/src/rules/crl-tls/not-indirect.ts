import { issuingDistributionPoint } from '../../crl/crl-forms.ts';
import { crlRule } from '../crl-rule.ts';

export const notIndirect = crlRule({
  name: 'crl-tls/not-indirect',
  clause: 'Baseline Requirements 7.2.2.1',
  from: '2024-03-15',
  check(crl) {
    const point = crl.value(issuingDistributionPoint);
    return point?.indirectCrl === true || point?.onlyContainsAttributeCerts === true
      ? 'issuingDistributionPoint asserts indirectCRL or onlyContainsAttributeCerts; both have to be false'
      : undefined;
  },
});
