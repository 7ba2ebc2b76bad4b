import { isRoot } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const rsaKeySize = certificateRule({
  name: 'tls/rsa-key-size',
  clause: 'Baseline Requirements 6.1.5',
  check(certificate) {
    const { publicKey, notAfter } = certificate;
    const ended = notAfter.seconds !== undefined && notAfter.seconds < YEAR_2014 && !isRoot(certificate);
    const least = ended ? 1024 : 2048;
    return publicKey.rsa !== undefined && publicKey.rsa.modulusBits < least
      ? `the RSA key has ${publicKey.rsa.modulusBits} bits; ${least} are the least`
      : undefined;
  },
});

const YEAR_2014 = Date.UTC(2014, 0) / 1000;
