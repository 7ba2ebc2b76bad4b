import { certificateRule } from '../certificate-rule.ts';

export const rsaKeySizeOctets = certificateRule({
  name: 'tls/rsa-key-size-octets',
  clause: 'Baseline Requirements 6.1.5',
  level: 'error',
  from: '2020-08-20',
  check: ({ publicKey: { rsa } }) =>
    rsa !== undefined && rsa.modulusBits % 8 !== 0
      ? `the RSA key has ${rsa.modulusBits} bits; a multiple of 8 is required`
      : undefined,
});
