import { checkSigningUsages } from '../checks/post-quantum.ts';
import { certificateRule } from '../certificate-rule.ts';

export const slhDsaKeyUsage = certificateRule({
  name: 'pq/slh-dsa-key-usage',
  clause: 'RFC 9909 §6',
  from: '2025-12-01',
  check: (certificate) => checkSigningUsages(certificate, 'SLH-DSA'),
});
