import { POST_QUANTUM } from '../../certificate/post-quantum.ts';
import { certificateRule } from '../certificate-rule.ts';

export const mlKemNoSignature = certificateRule({
  name: 'pq/ml-kem-no-signature',
  clause: 'RFC 9935 §3',
  from: '2026-03-01',
  check: ({ algorithm }) =>
    POST_QUANTUM.get(algorithm.oid)?.family === 'ML-KEM'
      ? `the signature algorithm ${algorithm.oid} is ML-KEM, which signs nothing`
      : undefined,
});
