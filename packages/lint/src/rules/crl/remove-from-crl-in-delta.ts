import { Reason } from '../../crl/entry-forms.ts';
import { crlRule } from '../crl-rule.ts';

export const removeFromCrlInDelta = crlRule({
  name: 'crl/remove-from-crl-in-delta',
  clause: 'RFC 5280 §5.3.1',
  check(crl) {
    const serial = crl.entries.reasons.get(Reason.removeFromCrl);
    return serial === undefined || crl.isDelta
      ? undefined
      : `the entry of ${serial} has the reason removeFromCRL, which is for delta CRLs alone`;
  },
});
