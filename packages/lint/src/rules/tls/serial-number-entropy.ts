import { certificateRule } from '../certificate-rule.ts';

export const serialNumberEntropy = certificateRule({
  name: 'tls/serial-number-entropy',
  clause: 'Baseline Requirements 7.1',
  level: 'warning',
  from: '2016-09-30',
  // 64 bits of a generator take eight octets, but for one number of 256.
  check: ({ serialNumber: { length } }) =>
    length < 8 ? `the serial number has ${length} octets; one with 64 random bits has 8 or more` : undefined,
});
