import { certificateRule } from '../certificate-rule.ts';

export const rsaExponent = certificateRule({
  name: 'tls/rsa-exponent',
  clause: 'Baseline Requirements 6.1.6',
  level: 'error',
  from: '2013-02-21',
  check: ({ publicKey: { rsa } }) =>
    rsa !== undefined && (rsa.exponent < 3n || rsa.exponent % 2n === 0n)
      ? `the public exponent ${rsa.exponent} of the RSA key is not an odd number of 3 or more`
      : undefined,
});
