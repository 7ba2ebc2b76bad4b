import { checkSignatureSize } from '../checks/post-quantum.ts';
import { certificateRule } from '../certificate-rule.ts';

export const mlDsaSignatureSize = certificateRule({
  name: 'pq/ml-dsa-signature-size',
  clause: 'RFC 9881 §3',
  from: '2025-10-01',
  check: (certificate) => checkSignatureSize(certificate, 'ML-DSA'),
});
