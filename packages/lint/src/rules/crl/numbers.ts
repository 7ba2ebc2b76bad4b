/** Rules on cRLNumber and deltaCRLIndicator. */
import { hex } from '../../ber/values.ts';
import { crlNumber, deltaCrlIndicator } from '../../crl/crl-forms.ts';
import { checkCritical, checkNotCritical } from '../checks/extensions.ts';
import { crlRule, type CrlRule } from '../crl-rule.ts';

export const NUMBER_RULES: readonly CrlRule[] = [
  crlRule({
    name: 'crl/delta-indicator-critical',
    clause: 'RFC 5280 §5.2.4',
    check: checkCritical(deltaCrlIndicator),
  }),
  crlRule({
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
  }),
  crlRule({
    name: 'crl/number-not-critical',
    clause: 'RFC 5280 §5.2.3',
    check: checkNotCritical(crlNumber),
  }),
  crlRule({
    name: 'crl/number-present',
    clause: 'RFC 5280 §5.2.3',
    check: ({ extensions }) => (extensions.has(crlNumber) ? undefined : 'there is no cRLNumber; one is required'),
  }),
  crlRule({
    name: 'crl/number-range',
    clause: 'RFC 5280 §5.2.3',
    check: (crl) =>
      NUMBERS.flatMap((form) => {
        const octets = crl.value(form);
        if (octets === undefined || octets.length === 0) return [];
        if (octets[0]! >= 0x80) return [`the ${form.name} is negative`];
        return octets.length > 20 ? [`the ${form.name} has ${octets.length} octets; 20 are allowed`] : [];
      }),
  }),
];

const NUMBERS = [crlNumber, deltaCrlIndicator];
