import { isUtcTimeRange, Tag } from '../../ber/values.ts';
import { crlEntryRule } from '../crl-rule.ts';

export const entryDateType = crlEntryRule({
  name: 'crl/entry-date-type',
  clause: 'RFC 5280 §5.1.2.6',
  check: (entry) =>
    entry.dateTag === Tag.generalizedTime && isUtcTimeRange(entry.dateSeconds)
      ? `the revocation date ${entry.dateText} is a GeneralizedTime; from 1950 through 2049 a UTCTime is required`
      : undefined,
});
