import { keyUsage, type KeyUsageName } from '../../certificate/extensions/key-usage.ts';
import { KeyAlgorithm } from '../../certificate/public-key-under-lint.ts';
import { certificateRule } from '../certificate-rule.ts';

export const rsaKeyUsage = certificateRule({
  name: 'rfc5280/rsa-key-usage',
  clause: 'RFC 3279 §2.3.1',
  from: '2002-04-01',
  appliesTo: ({ publicKey }) => publicKey.algorithm.oid === KeyAlgorithm.rsaEncryption,
  check(certificate) {
    const wrong = [...(certificate.value(keyUsage)?.usages ?? [])].filter((usage) => NOT_OF_RSA.includes(usage));
    return wrong.length === 0 ? undefined : `an RSA key has the key usage ${wrong.join(', ')}, which RSA cannot do`;
  },
});

const NOT_OF_RSA: readonly KeyUsageName[] = ['keyAgreement', 'encipherOnly', 'decipherOnly'];
