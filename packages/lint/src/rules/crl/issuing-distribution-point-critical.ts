import { issuingDistributionPoint } from '../../crl/crl-forms.ts';
import { crlRule } from '../crl-rule.ts';

export const issuingDistributionPointCritical = crlRule({
  name: 'crl/issuing-distribution-point-critical',
  clause: 'RFC 5280 §5.2.5',
  check: ({ extensions }) =>
    extensions.find(issuingDistributionPoint)?.critical === false
      ? 'issuingDistributionPoint is not critical'
      : undefined,
});
