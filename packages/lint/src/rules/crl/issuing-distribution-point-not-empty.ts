import { issuingDistributionPoint } from '../../crl/crl-forms.ts';
import { crlRule } from '../crl-rule.ts';

export const issuingDistributionPointNotEmpty = crlRule({
  name: 'crl/issuing-distribution-point-not-empty',
  clause: 'RFC 5280 §5.2.5',
  check: (crl) =>
    crl.value(issuingDistributionPoint)?.isEmpty === true ? 'issuingDistributionPoint is an empty sequence' : undefined,
});
