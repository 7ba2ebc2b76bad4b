import { certificateRule } from '../certificate-rule.ts';

export const rsaExponentRange = certificateRule({
  name: 'tls/rsa-exponent-range',
  clause: 'Baseline Requirements 6.1.6',
  level: 'warning',
  from: '2013-02-21',
  check: ({ publicKey: { rsa } }) =>
    rsa !== undefined && (rsa.exponent < 65_537n || rsa.exponent >= 1n << 256n)
      ? `the public exponent ${rsa.exponent} of the RSA key is not from 2^16 + 1 to 2^256 - 1`
      : undefined,
});
