import { hex } from '../../ber/values.ts';
import { certificateRule } from '../certificate-rule.ts';

export const serialNumberPositive = certificateRule({
  name: 'rfc5280/serial-number-positive',
  clause: 'RFC 5280 §4.1.2.2',
  check({ serialNumber }) {
    const positive = serialNumber.length > 0 && serialNumber[0]! < 0x80 && serialNumber.some((octet) => octet !== 0);
    return positive ? undefined : `the serial number 0x${hex(serialNumber)} is not positive`;
  },
});
