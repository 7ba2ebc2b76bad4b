import { certificateRule } from '../certificate-rule.ts';

export const serialNumberLength = certificateRule({
  name: 'rfc5280/serial-number-length',
  clause: 'RFC 5280 §4.1.2.2',
  check: ({ serialNumber: { length } }) =>
    length > 20 ? `the serial number has ${length} octets; 20 are allowed` : undefined,
});
