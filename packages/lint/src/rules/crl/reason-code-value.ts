import { isReason } from '../../crl/entry-forms.ts';
import { crlEntryExtensionRule } from '../crl-rule.ts';

export const reasonCodeValue = crlEntryExtensionRule({
  name: 'crl/reason-code-value',
  clause: 'RFC 5280 §5.3.1',
  check: ({ reason }) =>
    reason !== undefined && !isReason(reason)
      ? `the reason ${reason} is none; 0 through 6 and 8 through 10 are`
      : undefined,
});
