/** Rules on ML-KEM. */
import { POST_QUANTUM } from '../../certificate/post-quantum.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';
import { checkKeyUsages } from '../checks/key-usages.ts';
import { checkKeySize, checkParameters } from '../checks/post-quantum.ts';

export const ML_KEM_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'pq/ml-kem-key-size',
    clause: 'RFC 9935 §4',
    from: '2026-03-01',
    check: (certificate) => checkKeySize(certificate, 'ML-KEM'),
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
  certificateRule({
    name: 'pq/ml-kem-parameters',
    clause: 'RFC 9935 §3',
    from: '2026-03-01',
    check: (certificate) => checkParameters(certificate, 'ML-KEM'),
  }),
];
