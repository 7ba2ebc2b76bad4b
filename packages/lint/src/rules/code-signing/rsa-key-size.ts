import { isCodeSigningSubscriber } from '../../certificate/code-signing.ts';
import { checkModulusBits } from '../checks/rsa-key.ts';
import { certificateRule } from '../certificate-rule.ts';

export const rsaKeySize = certificateRule({
  name: 'code-signing/rsa-key-size',
  clause: 'Code Signing Baseline Requirements 6.1.5.2',
  from: '2021-06-01',
  appliesTo: isCodeSigningSubscriber,
  check: (certificate) => checkModulusBits(certificate, 3072),
});
