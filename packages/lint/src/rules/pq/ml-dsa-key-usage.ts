import { checkSigningUsages } from '../checks/post-quantum.ts';
import { certificateRule } from '../certificate-rule.ts';

export const mlDsaKeyUsage = certificateRule({
  name: 'pq/ml-dsa-key-usage',
  clause: 'RFC 9881 §5',
  from: '2025-10-01',
  check: (certificate) => checkSigningUsages(certificate, 'ML-DSA'),
});
