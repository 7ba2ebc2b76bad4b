/** Rules on serial number and date of an entry. */
import { isUtcTimeRange, Tag } from '../../ber/values.ts';
import { quoted } from '../../certificate/text.ts';
import { crlEntryRule, type CrlEntryRule } from '../crl-rule.ts';

export const CRL_ENTRY_RULES: readonly CrlEntryRule[] = [
  crlEntryRule({
    name: 'crl/entry-date-form',
    clause: 'RFC 5280 §5.1.2.6',
    check: (entry) =>
      Number.isNaN(entry.dateSeconds)
        ? `the revocation date ${quoted(entry.dateText)} is neither YYMMDDHHMMSSZ nor, from 2050 on, YYYYMMDDHHMMSSZ`
        : undefined,
  }),
  /** No clause forbids it, and a revocation during the making of a CRL may be dated a second later than the CRL that has it already. */
  crlEntryRule({
    name: 'crl/entry-date-not-after-this-update',
    clause: 'RFC 5280 §5.1.2.4',
    level: 'warning',
    check: (entry, { thisUpdate }) =>
      thisUpdate.seconds !== undefined && entry.dateSeconds > thisUpdate.seconds
        ? `the revocation date ${entry.dateText} comes after thisUpdate ${thisUpdate.text}`
        : undefined,
  }),
  crlEntryRule({
    name: 'crl/entry-date-plausible',
    clause: 'RFC 5280 §5.1.2.6',
    level: 'warning',
    check: (entry) =>
      entry.dateSeconds < RFC_2459
        ? `the revocation date ${entry.dateText} is before 1999, when there were no such CRLs`
        : undefined,
  }),
  crlEntryRule({
    name: 'crl/entry-date-type',
    clause: 'RFC 5280 §5.1.2.6',
    check: (entry) =>
      entry.dateTag === Tag.generalizedTime && isUtcTimeRange(entry.dateSeconds)
        ? `the revocation date ${entry.dateText} is a GeneralizedTime; from 1950 through 2049 a UTCTime is required`
        : undefined,
  }),
  crlEntryRule({
    name: 'crl/entry-serial-number-length',
    clause: 'RFC 5280 §4.1.2.2',
    check: ({ serialLength }) =>
      serialLength > 20 ? `the serial number has ${serialLength} octets; 20 are allowed` : undefined,
  }),
  crlEntryRule({
    name: 'crl/entry-serial-number-positive',
    clause: 'RFC 5280 §4.1.2.2',
    check(entry) {
      const { serialLength } = entry;
      const first = entry.serialOctet(0);
      if (serialLength > 0 && first < 0x80 && (first > 0 || serialLength > 1)) return undefined;
      return 'the serial number is not positive';
    },
  }),
];

/** The first profile of CRLs of version 2 is of January 1999. */
export const RFC_2459 = Date.UTC(1999, 0) / 1000;
