/** Rules on keyUsage. */
import { keyUsage, type KeyUsageName } from '../../certificate/extensions/key-usage.ts';
import { KeyAlgorithm } from '../../certificate/public-key-under-lint.ts';
import { isOcspResponder, isSubscriber } from '../../certificate/roles.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';
import { checkKeyUsageOfCa } from '../checks/ca-key-usage.ts';
import { checkCritical } from '../checks/extensions.ts';

export const KEY_USAGE_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'tls/ca-key-usages',
    clause: 'Baseline Requirements 7.1.2.10.7',
    from: '2023-09-15',
    appliesTo: ({ isCa }) => isCa,
    check(certificate) {
      const wrong = [...(certificate.value(keyUsage)?.usages ?? [])].filter((usage) => !OF_CAS.includes(usage));
      return wrong.length > 0 ? `keyUsage of a CA has ${wrong.join(', ')}` : undefined;
    },
  }),
  certificateRule({
    name: 'tls/ca-without-key-cert-sign',
    clause: 'Baseline Requirements 7.1.2.7.8',
    from: '2012-07-01',
    check(certificate) {
      const usages = certificate.value(keyUsage)?.usages;
      return certificate.isCa && usages?.has('keyCertSign') === false
        ? 'basicConstraints has cA, and keyUsage is without keyCertSign'
        : undefined;
    },
  }),
  certificateRule({
    name: 'tls/ec-key-usage',
    clause: 'Baseline Requirements 7.1.2.7.11',
    from: '2023-09-15',
    appliesTo: (certificate) =>
      certificate.publicKey.algorithm.oid === KeyAlgorithm.ecPublicKey &&
      isSubscriber(certificate) &&
      !isOcspResponder(certificate),
    check(certificate) {
      const usages = certificate.value(keyUsage)?.usages;
      if (usages === undefined) return undefined;
      if (!usages.has('digitalSignature')) return 'keyUsage of an EC key has no digitalSignature';
      const wrong = [...usages].filter((usage) => usage !== 'digitalSignature' && usage !== 'keyAgreement');
      return wrong.length > 0 ? `keyUsage of an EC key has ${wrong.join(', ')}` : undefined;
    },
  }),
  certificateRule({
    name: 'tls/key-usage-critical',
    clause: 'Baseline Requirements 7.1.2.7.6',
    from: '2023-09-15',
    appliesTo: isSubscriber,
    check: checkCritical(keyUsage),
  }),
  certificateRule({
    name: 'tls/key-usage-of-ca',
    clause: 'Baseline Requirements 7.1.2.10.7',
    from: '2012-07-01',
    appliesTo: ({ isCa }) => isCa,
    check: checkKeyUsageOfCa,
  }),
  certificateRule({
    name: 'tls/rsa-key-usage',
    clause: 'Baseline Requirements 7.1.2.7.11',
    from: '2023-09-15',
    appliesTo: (certificate) =>
      certificate.publicKey.algorithm.oid === KeyAlgorithm.rsaEncryption &&
      isSubscriber(certificate) &&
      !isOcspResponder(certificate),
    check(certificate) {
      const wrong = [...(certificate.value(keyUsage)?.usages ?? [])].filter((usage) => !OF_RSA_KEYS.includes(usage));
      return wrong.length > 0 ? `keyUsage of an RSA key has ${wrong.join(', ')}` : undefined;
    },
  }),
  certificateRule({
    name: 'tls/subscriber-key-usage',
    clause: 'Baseline Requirements 7.1.2.7.11',
    from: '2012-07-01',
    appliesTo: ({ isCa }) => !isCa,
    check: (certificate) =>
      (['keyCertSign', 'cRLSign'] as const)
        .filter((usage) => certificate.value(keyUsage)?.usages.has(usage) === true)
        .map((usage) => `keyUsage of a subscriber has ${usage}`),
  }),
];

const OF_CAS: readonly KeyUsageName[] = ['keyCertSign', 'cRLSign', 'digitalSignature'];
const OF_RSA_KEYS: readonly KeyUsageName[] = ['digitalSignature', 'keyEncipherment', 'dataEncipherment'];
