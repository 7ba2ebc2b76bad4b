import { hex } from '../../ber/values.ts';
import { crlNumber, deltaCrlIndicator } from '../../crl/crl-forms.ts';
import { crlRule } from '../crl-rule.ts';

export const deltaNumberOrder = crlRule({
  name: 'crl/delta-number-order',
  clause: 'RFC 5280 §5.2.4',
  check(crl) {
    const number = crl.value(crlNumber);
    const base = crl.value(deltaCrlIndicator);
    if (number === undefined || base === undefined) return undefined;
    return BigInt(`0x0${hex(base)}`) < BigInt(`0x0${hex(number)}`)
      ? undefined
      : `the delta CRL has the number 0x${hex(number)}, and its base CRL 0x${hex(base)}, which has to be lower`;
  },
});
