import { checkKeySize } from '../checks/post-quantum.ts';
import { certificateRule } from '../certificate-rule.ts';

export const mlDsaKeySize = certificateRule({
  name: 'pq/ml-dsa-key-size',
  clause: 'RFC 9881 §4',
  from: '2025-10-01',
  check: (certificate) => checkKeySize(certificate, 'ML-DSA'),
});
