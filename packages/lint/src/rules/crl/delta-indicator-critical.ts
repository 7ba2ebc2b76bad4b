import { deltaCrlIndicator } from '../../crl/crl-forms.ts';
import { crlRule } from '../crl-rule.ts';

export const deltaIndicatorCritical = crlRule({
  name: 'crl/delta-indicator-critical',
  clause: 'RFC 5280 §5.2.4',
  check: ({ extensions }) =>
    extensions.find(deltaCrlIndicator)?.critical === false ? 'deltaCRLIndicator is not critical' : undefined,
});
