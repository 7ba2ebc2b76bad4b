import { reasonCode } from '../../crl/entry-forms.ts';
import { crlEntryExtensionRule } from '../crl-rule.ts';

export const reasonCodeNotCritical = crlEntryExtensionRule({
  name: 'crl/reason-code-not-critical',
  clause: 'RFC 5280 §5.3.1',
  check: ({ extensions }) => (extensions.find(reasonCode)?.critical === true ? 'reasonCode is critical' : undefined),
});
