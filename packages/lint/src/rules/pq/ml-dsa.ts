/** Rules on ML-DSA. */
import { keyUsage } from '../../certificate/extensions/key-usage.ts';
import { POST_QUANTUM } from '../../certificate/post-quantum.ts';
import { signsOcspResponses } from '../../certificate/roles.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';
import { checkKeySize, checkParameters, checkSignatureSize, checkSigningUsages } from '../checks/post-quantum.ts';

export const ML_DSA_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'pq/ml-dsa-key-size',
    clause: 'RFC 9881 §4',
    from: '2025-10-01',
    check: (certificate) => checkKeySize(certificate, 'ML-DSA'),
  }),
  certificateRule({
    name: 'pq/ml-dsa-key-usage',
    clause: 'RFC 9881 §5',
    from: '2025-10-01',
    check: (certificate) => checkSigningUsages(certificate, 'ML-DSA'),
  }),
  certificateRule({
    name: 'pq/ml-dsa-not-prehashed',
    clause: 'RFC 9881 §8.3',
    from: '2025-10-01',
    // Keys of HashML-DSA are not for certificates, CRLs and OCSP; what others do with theirs is not said.
    check(certificate) {
      const { algorithm, publicKey } = certificate;
      if (isPrehashed(algorithm.oid)) return `the signature algorithm ${algorithm.oid} is HashML-DSA`;
      const usages = certificate.value(keyUsage)?.usages;
      const signsForPki =
        certificate.isCa ||
        usages?.has('keyCertSign') === true ||
        usages?.has('cRLSign') === true ||
        signsOcspResponses(certificate);
      return signsForPki && isPrehashed(publicKey.algorithm.oid)
        ? `the public key of one who signs certificates, CRLs or OCSP responses is of HashML-DSA (${publicKey.algorithm.oid})`
        : undefined;
    },
  }),
  certificateRule({
    name: 'pq/ml-dsa-parameters',
    clause: 'RFC 9881 §2',
    from: '2025-10-01',
    check: (certificate) => checkParameters(certificate, 'ML-DSA'),
  }),
  certificateRule({
    name: 'pq/ml-dsa-signature-size',
    clause: 'RFC 9881 §3',
    from: '2025-10-01',
    check: (certificate) => checkSignatureSize(certificate, 'ML-DSA'),
  }),
];

function isPrehashed(oid: string): boolean {
  const algorithm = POST_QUANTUM.get(oid);
  return algorithm?.family === 'ML-DSA' && algorithm.prehashed;
}
