import { POST_QUANTUM } from '../../certificate/post-quantum.ts';
import { checkKeyUsages } from '../checks/key-usages.ts';
import { certificateRule } from '../certificate-rule.ts';

export const mlKemKeyUsage = certificateRule({
  name: 'pq/ml-kem-key-usage',
  clause: 'RFC 9935 §5',
  from: '2026-03-01',
  check(certificate) {
    if (POST_QUANTUM.get(certificate.publicKey.algorithm.oid)?.family !== 'ML-KEM') return undefined;
    return checkKeyUsages(certificate, 'an ML-KEM key', { keyEncipherment: [] });
  },
});
