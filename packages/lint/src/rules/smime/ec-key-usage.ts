import { KeyAlgorithm } from '../../certificate/public-key-under-lint.ts';
import { isSmimeSubscriber } from '../../certificate/smime-profile.ts';
import { checkKeyUsages } from '../checks/key-usages.ts';
import { certificateRule } from '../certificate-rule.ts';

export const ecKeyUsage = certificateRule({
  name: 'smime/ec-key-usage',
  clause: 'S/MIME Baseline Requirements 7.1.2.3.e',
  from: '2023-09-01',
  appliesTo: (certificate) =>
    certificate.publicKey.algorithm.oid === KeyAlgorithm.ecPublicKey && isSmimeSubscriber(certificate),
  check: (certificate) =>
    checkKeyUsages(certificate, 'an EC key', {
      digitalSignature: ['nonRepudiation'],
      keyAgreement: ['encipherOnly', 'decipherOnly'],
    }),
});
