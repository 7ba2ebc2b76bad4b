import { issuingDistributionPoint } from '../../crl/crl-forms.ts';
import { crlRule } from '../crl-rule.ts';

export const allReasons = crlRule({
  name: 'crl-tls/all-reasons',
  clause: 'Baseline Requirements 7.2.2.1',
  level: 'warning',
  from: '2024-03-15',
  check: (crl) =>
    crl.value(issuingDistributionPoint)?.onlySomeReasons === undefined
      ? undefined
      : 'issuingDistributionPoint has onlySomeReasons, which should not be there',
});
