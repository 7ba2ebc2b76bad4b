import { quoted } from '../../certificate/text.ts';
import { invalidityDate } from '../../crl/entry-forms.ts';
import { crlEntryExtensionRule } from '../crl-rule.ts';

export const invalidityDateForm = crlEntryExtensionRule({
  name: 'crl/invalidity-date-form',
  clause: 'RFC 5280 §5.3.2',
  check({ extensions }) {
    const date = extensions.value(invalidityDate);
    return date !== undefined && date.seconds === undefined
      ? `the invalidityDate ${quoted(date.text)} is not YYYYMMDDHHMMSSZ`
      : undefined;
  },
});
