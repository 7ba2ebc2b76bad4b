import { checkKeySize } from '../checks/post-quantum.ts';
import { certificateRule } from '../certificate-rule.ts';

export const slhDsaKeySize = certificateRule({
  name: 'pq/slh-dsa-key-size',
  clause: 'RFC 9909 §5',
  from: '2025-12-01',
  check: (certificate) => checkKeySize(certificate, 'SLH-DSA'),
});
