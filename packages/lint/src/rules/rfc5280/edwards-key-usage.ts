import { keyUsage, type KeyUsageName } from '../../certificate/extensions/key-usage.ts';
import { KeyAlgorithm } from '../../certificate/public-key-under-lint.ts';
import { certificateRule } from '../certificate-rule.ts';

export const edwardsKeyUsage = certificateRule({
  name: 'rfc5280/edwards-key-usage',
  clause: 'RFC 8410 §5',
  from: '2018-08-01',
  appliesTo: ({ publicKey }) => SIGNING.has(publicKey.algorithm.oid),
  check: (certificate) => {
    const wrong = [...(certificate.value(keyUsage)?.usages ?? [])].filter((usage) => !SIGNATURES.includes(usage));
    return wrong.length === 0
      ? undefined
      : `an Ed25519 or Ed448 key has the key usage ${wrong.join(', ')}; it only signs`;
  },
});

const SIGNING: ReadonlySet<string> = new Set([KeyAlgorithm.ed25519, KeyAlgorithm.ed448]);
const SIGNATURES: readonly KeyUsageName[] = ['digitalSignature', 'nonRepudiation', 'keyCertSign', 'cRLSign'];
