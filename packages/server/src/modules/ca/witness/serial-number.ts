import type { WitnessCheck } from './check.ts';

/** Serial number: the one to be recorded. */
export const serialNumber: WitnessCheck = {
  name: 'profile/serial-number',
  check({ serialNumber: octets }, { serialNumber: right }) {
    const text = octets.toHex().replace(/^0+(?=.)/, '');
    if (text.toUpperCase() === right.replace(/^0+(?=.)/, '')) return undefined;
    return `the serial number is ${text}; the one to be recorded is ${right}`;
  },
};
