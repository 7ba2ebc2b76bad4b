/** Rules on what the entries have together. */
import { issuingDistributionPoint } from '../../crl/crl-forms.ts';
import { Reason } from '../../crl/entry-forms.ts';
import { crlRule, type CrlRule } from '../crl-rule.ts';

export const ENTRIES_RULES: readonly CrlRule[] = [
  crlRule({
    name: 'crl/certificate-issuer-in-indirect',
    clause: 'RFC 5280 §5.3.3',
    check(crl) {
      const { firstWithIssuer } = crl.entries;
      return firstWithIssuer === undefined || crl.value(issuingDistributionPoint)?.indirectCrl === true
        ? undefined
        : `the entry of ${firstWithIssuer} has a certificateIssuer, which is for indirect CRLs alone`;
    },
  }),
  crlRule({
    name: 'crl/entries-not-empty',
    clause: 'RFC 5280 §5.1.2.6',
    check: ({ hasEntries, entries }) =>
      hasEntries && entries.count === 0
        ? 'revokedCertificates is an empty sequence; it has to be absent when nothing is revoked'
        : undefined,
  }),
  crlRule({
    name: 'crl/entries-unique',
    clause: 'RFC 5280 §5.1.2.6',
    check: ({ entries }) =>
      entries.repeated.map((serial) => `the serial number ${serial} is there twice; it identifies one certificate`),
  }),
  crlRule({
    name: 'crl/remove-from-crl-in-delta',
    clause: 'RFC 5280 §5.3.1',
    check(crl) {
      const serial = crl.entries.reasons.get(Reason.removeFromCrl);
      return serial === undefined || crl.isDelta
        ? undefined
        : `the entry of ${serial} has the reason removeFromCRL, which is for delta CRLs alone`;
    },
  }),
];
