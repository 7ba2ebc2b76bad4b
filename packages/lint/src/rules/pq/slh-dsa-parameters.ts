import { checkParameters } from '../checks/post-quantum.ts';
import { certificateRule } from '../certificate-rule.ts';

export const slhDsaParameters = certificateRule({
  name: 'pq/slh-dsa-parameters',
  clause: 'RFC 9909 §3',
  from: '2025-12-01',
  check: (certificate) => checkParameters(certificate, 'SLH-DSA'),
});
