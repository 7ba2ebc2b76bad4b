import { crlEntryRule } from '../crl-rule.ts';

export const entryDatePlausible = crlEntryRule({
  name: 'crl/entry-date-plausible',
  clause: 'RFC 5280 §5.1.2.6',
  level: 'warning',
  check: (entry) =>
    entry.dateSeconds < RFC_2459
      ? `the revocation date ${entry.dateText} is before 1999, when there were no such CRLs`
      : undefined,
});

/** The first profile of CRLs of version 2 is of January 1999. */
export const RFC_2459 = Date.UTC(1999, 0) / 1000;
