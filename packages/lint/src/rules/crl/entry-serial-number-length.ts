import { crlEntryRule } from '../crl-rule.ts';

export const entrySerialNumberLength = crlEntryRule({
  name: 'crl/entry-serial-number-length',
  clause: 'RFC 5280 §4.1.2.2',
  check: ({ serialLength }) =>
    serialLength > 20 ? `the serial number has ${serialLength} octets; 20 are allowed` : undefined,
});
