import { checkSignatureSize } from '../checks/post-quantum.ts';
import { certificateRule } from '../certificate-rule.ts';

export const slhDsaSignatureSize = certificateRule({
  name: 'pq/slh-dsa-signature-size',
  clause: 'RFC 9909 §4',
  from: '2025-12-01',
  check: (certificate) => checkSignatureSize(certificate, 'SLH-DSA'),
});
