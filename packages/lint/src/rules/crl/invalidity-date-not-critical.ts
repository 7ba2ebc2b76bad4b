import { invalidityDate } from '../../crl/entry-forms.ts';
import { crlEntryExtensionRule } from '../crl-rule.ts';

export const invalidityDateNotCritical = crlEntryExtensionRule({
  name: 'crl/invalidity-date-not-critical',
  clause: 'RFC 5280 §5.3.2',
  check: ({ extensions }) =>
    extensions.find(invalidityDate)?.critical === true ? 'invalidityDate is critical' : undefined,
});
