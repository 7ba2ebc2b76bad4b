import { KeyAlgorithm } from '../../certificate/public-key-under-lint.ts';
import { isOfGeneration } from '../../certificate/smime-profile.ts';
import { checkKeyUsages } from '../checks/key-usages.ts';
import { certificateRule } from '../certificate-rule.ts';

export const rsaKeyUsageStrict = certificateRule({
  name: 'smime/rsa-key-usage-strict',
  clause: 'S/MIME Baseline Requirements 7.1.2.3.e',
  from: '2023-09-01',
  appliesTo: (certificate) =>
    certificate.publicKey.algorithm.oid === KeyAlgorithm.rsaEncryption && isStrict(certificate),
  check: (certificate) =>
    checkKeyUsages(certificate, 'an RSA key', { digitalSignature: ['nonRepudiation'], keyEncipherment: [] }),
});

const isStrict = isOfGeneration('strict');
