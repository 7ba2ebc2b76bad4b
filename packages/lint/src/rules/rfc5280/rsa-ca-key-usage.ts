import { keyUsage, type KeyUsageName } from '../../certificate/extensions/key-usage.ts';
import { KeyAlgorithm } from '../../certificate/public-key-under-lint.ts';
import { certificateRule } from '../certificate-rule.ts';

export const rsaCaKeyUsage = certificateRule({
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
});

const ENCIPHERING: readonly KeyUsageName[] = ['keyEncipherment', 'dataEncipherment'];
