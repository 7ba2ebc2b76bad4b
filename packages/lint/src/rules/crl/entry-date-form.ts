import { quoted } from '../../certificate/text.ts';
import { crlEntryRule } from '../crl-rule.ts';

export const entryDateForm = crlEntryRule({
  name: 'crl/entry-date-form',
  clause: 'RFC 5280 §5.1.2.6',
  check: (entry) =>
    Number.isNaN(entry.dateSeconds)
      ? `the revocation date ${quoted(entry.dateText)} is neither YYMMDDHHMMSSZ nor, from 2050 on, YYYYMMDDHHMMSSZ`
      : undefined,
});
