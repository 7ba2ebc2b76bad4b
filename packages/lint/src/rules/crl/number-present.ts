import { crlNumber } from '../../crl/crl-forms.ts';
import { crlRule } from '../crl-rule.ts';

export const numberPresent = crlRule({
  name: 'crl/number-present',
  clause: 'RFC 5280 §5.2.3',
  check: ({ extensions }) => (extensions.has(crlNumber) ? undefined : 'there is no cRLNumber; one is required'),
});
