import { crlRule } from '../crl-rule.ts';

export const entriesNotEmpty = crlRule({
  name: 'crl/entries-not-empty',
  clause: 'RFC 5280 §5.1.2.6',
  check: ({ hasEntries, entries }) =>
    hasEntries && entries.count === 0
      ? 'revokedCertificates is an empty sequence; it has to be absent when nothing is revoked'
      : undefined,
});
