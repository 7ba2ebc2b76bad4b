import { crlEntryRule } from '../crl-rule.ts';

/** No clause forbids it, and a revocation during the making of a CRL may be dated a second later than the CRL that has it already. */
export const entryDateNotAfterThisUpdate = crlEntryRule({
  name: 'crl/entry-date-not-after-this-update',
  clause: 'RFC 5280 §5.1.2.4',
  level: 'warning',
  check: (entry, { thisUpdate }) =>
    thisUpdate.seconds !== undefined && entry.dateSeconds > thisUpdate.seconds
      ? `the revocation date ${entry.dateText} comes after thisUpdate ${thisUpdate.text}`
      : undefined,
});
