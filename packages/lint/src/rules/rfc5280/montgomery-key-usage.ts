import { keyUsage, type KeyUsageName } from '../../certificate/extensions/key-usage.ts';
import { KeyAlgorithm } from '../../certificate/public-key-under-lint.ts';
import { certificateRule } from '../certificate-rule.ts';

export const montgomeryKeyUsage = certificateRule({
  name: 'rfc5280/montgomery-key-usage',
  clause: 'RFC 8410 §5',
  from: '2018-08-01',
  appliesTo: ({ publicKey }) => AGREEING.has(publicKey.algorithm.oid),
  check(certificate) {
    const usages = certificate.value(keyUsage)?.usages;
    if (usages === undefined) return undefined;
    const wrong = [...usages].filter((usage) => !AGREEMENT.includes(usage));
    if (wrong.length > 0) return `an X25519 or X448 key has the key usage ${wrong.join(', ')}; it only agrees on keys`;
    return usages.has('keyAgreement') ? undefined : 'an X25519 or X448 key has no key usage keyAgreement';
  },
});

const AGREEING: ReadonlySet<string> = new Set([KeyAlgorithm.x25519, KeyAlgorithm.x448]);
const AGREEMENT: readonly KeyUsageName[] = ['keyAgreement', 'encipherOnly', 'decipherOnly'];
