import { crlNumber, deltaCrlIndicator } from '../../crl/crl-forms.ts';
import { crlRule } from '../crl-rule.ts';

export const numberRange = crlRule({
  name: 'crl/number-range',
  clause: 'RFC 5280 §5.2.3',
  check: (crl) =>
    NUMBERS.flatMap((form) => {
      const octets = crl.value(form);
      if (octets === undefined || octets.length === 0) return [];
      if (octets[0]! >= 0x80) return [`the ${form.name} is negative`];
      return octets.length > 20 ? [`the ${form.name} has ${octets.length} octets; 20 are allowed`] : [];
    }),
});

const NUMBERS = [crlNumber, deltaCrlIndicator];
