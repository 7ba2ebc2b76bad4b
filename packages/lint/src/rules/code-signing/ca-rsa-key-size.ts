import { checkModulusBits } from '../checks/rsa-key.ts';
import { certificateRule } from '../certificate-rule.ts';

export const caRsaKeySize = certificateRule({
  name: 'code-signing/ca-rsa-key-size',
  clause: 'Code Signing Baseline Requirements 6.1.5.1',
  from: '2022-06-29',
  appliesTo: ({ isCa }) => isCa,
  check: (certificate) => checkModulusBits(certificate, 4096),
});
