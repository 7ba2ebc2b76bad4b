import { hex } from '../../ber/values.ts';
import { CLASSICAL_SIGNATURES } from '../../certificate/algorithm-encodings.ts';
import { certificateRule } from '../certificate-rule.ts';

export const signatureAlgorithmBeforePostQuantum = certificateRule({
  name: 'smime/signature-algorithm-before-post-quantum',
  clause: 'S/MIME Baseline Requirements 7.1.3.2',
  from: '2023-09-01',
  until: '2025-08-22',
  check: ({ algorithm }) =>
    CLASSICAL_SIGNATURES.has(hex(algorithm.element.raw))
      ? undefined
      : `the octets of the signature algorithm ${algorithm.oid} are not those of RSA or ECDSA with SHA-256, SHA-384 or SHA-512, of Ed25519 or of Ed448`,
});
