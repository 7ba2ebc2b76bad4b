import { ocspDataRule } from '../ocsp-rule.ts';

export const serialNumberLength = ocspDataRule({
  name: 'ocsp/serial-number-length',
  clause: 'RFC 5280 §4.1.2.2',
  check: ({ responses }) =>
    responses
      .filter(({ serialNumber }) => serialNumber.length > 20)
      .map(({ serialNumber }) => `a serial number has ${serialNumber.length} octets; 20 are allowed`),
});
