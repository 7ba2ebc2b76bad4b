import { Reason } from '../../crl/entry-forms.ts';
import { crlEntryExtensionRule } from '../crl-rule.ts';

export const reasonCodeUnspecified = crlEntryExtensionRule({
  name: 'crl/reason-code-unspecified',
  clause: 'RFC 5280 §5.3.1',
  level: 'warning',
  check: ({ reason }) =>
    reason === Reason.unspecified ? 'the reason unspecified is written; it should be absent instead' : undefined,
});
