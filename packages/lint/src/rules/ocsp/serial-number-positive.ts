import { ocspDataRule } from '../ocsp-rule.ts';

export const serialNumberPositive = ocspDataRule({
  name: 'ocsp/serial-number-positive',
  clause: 'RFC 5280 §4.1.2.2',
  check: ({ responses }) =>
    responses
      .filter(({ serialNumber }) => !(serialNumber[0]! < 0x80 && serialNumber.some((octet) => octet !== 0)))
      .map(({ serialText }) => `the serial number 0x${serialText} is not positive`),
});
