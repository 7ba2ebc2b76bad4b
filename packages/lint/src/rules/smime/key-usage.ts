/** Rules on keyUsage. */
import { hex } from '../../ber/values.ts';
import { ML_DSA, ML_KEM } from '../../certificate/algorithm-encodings.ts';
import { keyUsage } from '../../certificate/extensions/key-usage.ts';
import { KeyAlgorithm } from '../../certificate/public-key-under-lint.ts';
import { isOfGeneration, isSmimeSubscriber } from '../../certificate/smime-profile.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';
import { checkPresent } from '../checks/extensions.ts';
import { checkKeyUsageOfCa } from '../checks/ca-key-usage.ts';
import { checkKeyUsages } from '../checks/key-usages.ts';

export const KEY_USAGE_RULES: readonly CertificateRule[] = [
  certificateRule({
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
  }),
  certificateRule({
    name: 'smime/edwards-key-usage',
    clause: 'S/MIME Baseline Requirements 7.1.2.3.e',
    from: '2023-09-01',
    appliesTo: (certificate) => EDWARDS_KEYS.has(certificate.publicKey.algorithm.oid) && isSmimeSubscriber(certificate),
    check: (certificate) =>
      checkKeyUsages(certificate, 'an Ed25519 or Ed448 key', { digitalSignature: ['nonRepudiation'] }),
  }),
  certificateRule({
    name: 'smime/key-usage-of-ca',
    clause: 'S/MIME Baseline Requirements 7.1.2.2.e',
    from: '2023-09-01',
    appliesTo: ({ isCa }) => isCa,
    check: checkKeyUsageOfCa,
  }),
  certificateRule({
    name: 'smime/key-usage-present',
    clause: 'S/MIME Baseline Requirements 7.1.2.3.e',
    from: '2023-09-01',
    appliesTo: isSmimeSubscriber,
    check: checkPresent(keyUsage),
  }),
  certificateRule({
    name: 'smime/ml-dsa-key-usage',
    clause: 'S/MIME Baseline Requirements 7.1.2.3.e',
    from: '2025-08-22',
    appliesTo: (certificate) =>
      ML_DSA.includes(hex(certificate.publicKey.algorithm.element.raw)) && isSmimeSubscriber(certificate),
    check: (certificate) => checkKeyUsages(certificate, 'an ML-DSA key', { digitalSignature: ['nonRepudiation'] }),
  }),
  certificateRule({
    name: 'smime/ml-kem-key-usage',
    clause: 'S/MIME Baseline Requirements 7.1.2.3.e',
    from: '2025-08-22',
    appliesTo: (certificate) =>
      ML_KEM.includes(hex(certificate.publicKey.algorithm.element.raw)) && isSmimeSubscriber(certificate),
    check: (certificate) => checkKeyUsages(certificate, 'an ML-KEM key', { keyEncipherment: [] }),
  }),
  certificateRule({
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
  }),
  certificateRule({
    name: 'smime/rsa-key-usage-strict',
    clause: 'S/MIME Baseline Requirements 7.1.2.3.e',
    from: '2023-09-01',
    appliesTo: (certificate) =>
      certificate.publicKey.algorithm.oid === KeyAlgorithm.rsaEncryption && isStrict(certificate),
    check: (certificate) =>
      checkKeyUsages(certificate, 'an RSA key', { digitalSignature: ['nonRepudiation'], keyEncipherment: [] }),
  }),
];

const EDWARDS_KEYS: ReadonlySet<string> = new Set([KeyAlgorithm.ed25519, KeyAlgorithm.ed448]);
const isLooser = isOfGeneration('multipurpose', 'legacy');
const isStrict = isOfGeneration('strict');
