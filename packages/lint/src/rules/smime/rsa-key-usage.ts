import { KeyAlgorithm } from '../../certificate/public-key-under-lint.ts';
import { isOfGeneration } from '../../certificate/smime-profile.ts';
import { checkKeyUsages } from '../checks/key-usages.ts';
import { certificateRule } from '../certificate-rule.ts';

export const rsaKeyUsage = certificateRule({
  name: 'smime/rsa-key-usage',
  clause: 'S/MIME Baseline Requirements 7.1.2.3.e',
  from: '2023-09-01',
  appliesTo: (certificate) =>
    certificate.publicKey.algorithm.oid === KeyAlgorithm.rsaEncryption && isLooser(certificate),
  check: (certificate) =>
    checkKeyUsages(certificate, 'an RSA key', {
      digitalSignature: ['nonRepudiation'],
      keyEncipherment: ['dataEncipherment'],
    }),
});

const isLooser = isOfGeneration('multipurpose', 'legacy');
