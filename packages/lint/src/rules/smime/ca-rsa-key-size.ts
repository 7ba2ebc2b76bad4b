import { checkModulusBits } from '../checks/rsa-key.ts';
import { certificateRule } from '../certificate-rule.ts';

export const caRsaKeySize = certificateRule({
  name: 'smime/ca-rsa-key-size',
  clause: 'S/MIME Baseline Requirements 6.1.5',
  level: 'warning',
  from: '2026-09-15',
  // It holds for keys that are made from then on; a certificate does not tell when its key was made.
  appliesTo: ({ isCa }) => isCa,
  check: (certificate) => checkModulusBits(certificate, 4096),
});
