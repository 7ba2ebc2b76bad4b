import { checkParameters } from '../checks/post-quantum.ts';
import { certificateRule } from '../certificate-rule.ts';

export const mlKemParameters = certificateRule({
  name: 'pq/ml-kem-parameters',
  clause: 'RFC 9935 §3',
  from: '2026-03-01',
  check: (certificate) => checkParameters(certificate, 'ML-KEM'),
});
