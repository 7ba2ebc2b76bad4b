import { keyUsage, type KeyUsageName } from '../../certificate/extensions/key-usage.ts';
import { KeyAlgorithm } from '../../certificate/public-key-under-lint.ts';
import { isOcspResponder, isSubscriber } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const rsaKeyUsage = certificateRule({
  name: 'tls/rsa-key-usage',
  clause: 'Baseline Requirements 7.1.2.7.11',
  from: '2023-09-15',
  appliesTo: (certificate) =>
    certificate.publicKey.algorithm.oid === KeyAlgorithm.rsaEncryption &&
    isSubscriber(certificate) &&
    !isOcspResponder(certificate),
  check(certificate) {
    const wrong = [...(certificate.value(keyUsage)?.usages ?? [])].filter((usage) => !ALLOWED.includes(usage));
    return wrong.length > 0 ? `keyUsage of an RSA key has ${wrong.join(', ')}` : undefined;
  },
});

const ALLOWED: readonly KeyUsageName[] = ['digitalSignature', 'keyEncipherment', 'dataEncipherment'];
