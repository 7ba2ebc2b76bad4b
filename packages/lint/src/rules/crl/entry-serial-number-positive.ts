import { crlEntryRule } from '../crl-rule.ts';

export const entrySerialNumberPositive = crlEntryRule({
  name: 'crl/entry-serial-number-positive',
  clause: 'RFC 5280 §4.1.2.2',
  check(entry) {
    const { serialLength } = entry;
    const first = entry.serialOctet(0);
    if (serialLength > 0 && first < 0x80 && (first > 0 || serialLength > 1)) return undefined;
    return 'the serial number is not positive';
  },
});
