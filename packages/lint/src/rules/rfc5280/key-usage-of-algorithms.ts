/** Rules on the key usages that the algorithm of a key allows. */
import { keyUsage, type KeyUsageName } from '../../certificate/extensions/key-usage.ts';
import { KeyAlgorithm } from '../../certificate/public-key-under-lint.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';

export const ALGORITHM_KEY_USAGE_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'rfc5280/ec-key-usage',
    clause: 'RFC 8813 §3',
    from: '2020-08-01',
    appliesTo: ({ publicKey }) => publicKey.algorithm.oid === KeyAlgorithm.ecPublicKey,
    check(certificate) {
      const wrong = ENCIPHERING.filter((usage) => certificate.value(keyUsage)?.usages.has(usage) === true);
      return wrong.length === 0 ? undefined : `an EC key has the key usage ${wrong.join(', ')}, which EC cannot do`;
    },
  }),
  certificateRule({
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
  }),
  certificateRule({
    name: 'rfc5280/encipher-only-or-decipher-only',
    clause: 'RFC 3279 §2.3.3',
    from: '2002-04-01',
    check(certificate) {
      const usages = certificate.value(keyUsage)?.usages;
      return usages?.has('encipherOnly') === true && usages.has('decipherOnly')
        ? 'keyUsage has both encipherOnly and decipherOnly'
        : undefined;
    },
  }),
  certificateRule({
    name: 'rfc5280/montgomery-key-usage',
    clause: 'RFC 8410 §5',
    from: '2018-08-01',
    appliesTo: ({ publicKey }) => AGREEING.has(publicKey.algorithm.oid),
    check(certificate) {
      const usages = certificate.value(keyUsage)?.usages;
      if (usages === undefined) return undefined;
      const wrong = [...usages].filter((usage) => !AGREEMENT.includes(usage));
      if (wrong.length > 0)
        return `an X25519 or X448 key has the key usage ${wrong.join(', ')}; it only agrees on keys`;
      return usages.has('keyAgreement') ? undefined : 'an X25519 or X448 key has no key usage keyAgreement';
    },
  }),
  certificateRule({
    name: 'rfc5280/rsa-ca-key-usage',
    clause: 'RFC 3279 §2.3.1',
    from: '2002-04-01',
    appliesTo: ({ publicKey, isCa }) => isCa && publicKey.algorithm.oid === KeyAlgorithm.rsaEncryption,
    check(certificate) {
      const usages = certificate.value(keyUsage)?.usages;
      const signs = usages?.has('keyCertSign') === true || usages?.has('cRLSign') === true;
      const enciphers = ENCIPHERING.filter((usage) => usages?.has(usage) === true);
      return signs && enciphers.length > 0
        ? `the RSA key of a CA signs certificates or CRLs and has the key usage ${enciphers.join(', ')} as well`
        : undefined;
    },
  }),
  certificateRule({
    name: 'rfc5280/rsa-key-usage',
    clause: 'RFC 3279 §2.3.1',
    from: '2002-04-01',
    appliesTo: ({ publicKey }) => publicKey.algorithm.oid === KeyAlgorithm.rsaEncryption,
    check(certificate) {
      const wrong = [...(certificate.value(keyUsage)?.usages ?? [])].filter((usage) => NOT_OF_RSA.includes(usage));
      return wrong.length === 0 ? undefined : `an RSA key has the key usage ${wrong.join(', ')}, which RSA cannot do`;
    },
  }),
];

const ENCIPHERING: readonly KeyUsageName[] = ['keyEncipherment', 'dataEncipherment'];
const SIGNING: ReadonlySet<string> = new Set([KeyAlgorithm.ed25519, KeyAlgorithm.ed448]);
const SIGNATURES: readonly KeyUsageName[] = ['digitalSignature', 'nonRepudiation', 'keyCertSign', 'cRLSign'];
const AGREEING: ReadonlySet<string> = new Set([KeyAlgorithm.x25519, KeyAlgorithm.x448]);
const AGREEMENT: readonly KeyUsageName[] = ['keyAgreement', 'encipherOnly', 'decipherOnly'];
const NOT_OF_RSA: readonly KeyUsageName[] = ['keyAgreement', 'encipherOnly', 'decipherOnly'];
