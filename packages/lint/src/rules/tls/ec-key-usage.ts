import { keyUsage } from '../../certificate/extensions/key-usage.ts';
import { KeyAlgorithm } from '../../certificate/public-key-under-lint.ts';
import { isOcspResponder, isSubscriber } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const ecKeyUsage = certificateRule({
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
});
