/** Rules on what single families ask for, and on keys of drafts. */
import { keyUsage } from '../../certificate/extensions/key-usage.ts';
import { POST_QUANTUM } from '../../certificate/post-quantum.ts';
import { signsOcspResponses } from '../../certificate/roles.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';
import { checkKeyUsages } from '../checks/key-usages.ts';

export const SINGLE_FAMILY_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'pq/draft-key-algorithm',
    clause: 'RFC 9881 §2, RFC 9909 §3, RFC 9935 §3',
    level: 'warning',
    from: '2024-08-14',
    check: ({ publicKey: { algorithm } }) =>
      DRAFTS.some((prefix) => algorithm.oid.startsWith(prefix))
        ? `the public key is of ${algorithm.oid}, of a draft that FIPS 203, 204 and 205 replaced`
        : undefined,
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
    name: 'pq/ml-kem-key-usage',
    clause: 'RFC 9935 §5',
    from: '2026-03-01',
    check(certificate) {
      if (POST_QUANTUM.get(certificate.publicKey.algorithm.oid)?.family !== 'ML-KEM') return undefined;
      return checkKeyUsages(certificate, 'an ML-KEM key', { keyEncipherment: [] });
    },
  }),
  certificateRule({
    name: 'pq/ml-kem-no-signature',
    clause: 'RFC 9935 §3',
    from: '2026-03-01',
    check: ({ algorithm }) =>
      POST_QUANTUM.get(algorithm.oid)?.family === 'ML-KEM'
        ? `the signature algorithm ${algorithm.oid} is ML-KEM, which signs nothing`
        : undefined,
  }),
];

function isPrehashed(oid: string): boolean {
  const algorithm = POST_QUANTUM.get(oid);
  return algorithm?.family === 'ML-DSA' && algorithm.prehashed;
}

/** Arcs of Dilithium, of Kyber, and of SPHINCS+ and Falcon as they were submitted. */
const DRAFTS = ['1.3.6.1.4.1.2.267.', '1.3.6.1.4.1.22554.5.', '1.3.9999.3.', '1.3.9999.6.'];
