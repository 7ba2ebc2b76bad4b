import { hex } from '../../ber/values.ts';
import { ML_KEM } from '../../certificate/algorithm-encodings.ts';
import { isSmimeSubscriber } from '../../certificate/smime-profile.ts';
import { checkKeyUsages } from '../checks/key-usages.ts';
import { certificateRule } from '../certificate-rule.ts';

export const mlKemKeyUsage = certificateRule({
  name: 'smime/ml-kem-key-usage',
  clause: 'S/MIME Baseline Requirements 7.1.2.3.e',
  from: '2025-08-22',
  appliesTo: (certificate) =>
    ML_KEM.includes(hex(certificate.publicKey.algorithm.element.raw)) && isSmimeSubscriber(certificate),
  check: (certificate) => checkKeyUsages(certificate, 'an ML-KEM key', { keyEncipherment: [] }),
});
