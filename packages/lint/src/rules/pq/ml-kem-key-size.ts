import { checkKeySize } from '../checks/post-quantum.ts';
import { certificateRule } from '../certificate-rule.ts';

export const mlKemKeySize = certificateRule({
  name: 'pq/ml-kem-key-size',
  clause: 'RFC 9935 §4',
  from: '2026-03-01',
  check: (certificate) => checkKeySize(certificate, 'ML-KEM'),
});
