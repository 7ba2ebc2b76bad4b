import { crlNumber } from '../../crl/crl-forms.ts';
import { crlRule } from '../crl-rule.ts';

export const numberNotCritical = crlRule({
  name: 'crl/number-not-critical',
  clause: 'RFC 5280 §5.2.3',
  check: ({ extensions }) => (extensions.find(crlNumber)?.critical === true ? 'cRLNumber is critical' : undefined),
});
