import { checkParameters } from '../checks/post-quantum.ts';
import { certificateRule } from '../certificate-rule.ts';

export const mlDsaParameters = certificateRule({
  name: 'pq/ml-dsa-parameters',
  clause: 'RFC 9881 §2',
  from: '2025-10-01',
  check: (certificate) => checkParameters(certificate, 'ML-DSA'),
});
