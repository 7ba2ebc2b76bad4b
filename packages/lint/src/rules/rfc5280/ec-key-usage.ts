import { keyUsage, type KeyUsageName } from '../../certificate/extensions/key-usage.ts';
import { KeyAlgorithm } from '../../certificate/public-key-under-lint.ts';
import { certificateRule } from '../certificate-rule.ts';

export const ecKeyUsage = certificateRule({
  name: 'rfc5280/ec-key-usage',
  clause: 'RFC 8813 §3',
  from: '2020-08-01',
  appliesTo: ({ publicKey }) => publicKey.algorithm.oid === KeyAlgorithm.ecPublicKey,
  check(certificate) {
    const wrong = ENCIPHERING.filter((usage) => certificate.value(keyUsage)?.usages.has(usage) === true);
    return wrong.length === 0 ? undefined : `an EC key has the key usage ${wrong.join(', ')}, which EC cannot do`;
  },
});

const ENCIPHERING: readonly KeyUsageName[] = ['keyEncipherment', 'dataEncipherment'];
