import { checkModulusBits } from '../checks/rsa-key.ts';
import { certificateRule } from '../certificate-rule.ts';

export const rsaKeySize = certificateRule({
  name: 'smime/rsa-key-size',
  clause: 'S/MIME Baseline Requirements 6.1.5',
  from: '2023-09-01',
  check: (certificate) => checkModulusBits(certificate, 2048),
});
