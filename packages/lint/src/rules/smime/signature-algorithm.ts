import { hex } from '../../ber/values.ts';
import { CLASSICAL_SIGNATURES, ML_DSA } from '../../certificate/algorithm-encodings.ts';
import { certificateRule } from '../certificate-rule.ts';

export const signatureAlgorithm = certificateRule({
  name: 'smime/signature-algorithm',
  clause: 'S/MIME Baseline Requirements 7.1.3.2',
  from: '2025-08-22',
  check: ({ algorithm }) =>
    ALLOWED.has(hex(algorithm.element.raw))
      ? undefined
      : `the octets of the signature algorithm ${algorithm.oid} are not those of RSA or ECDSA with SHA-256, SHA-384 or SHA-512, of Ed25519, Ed448 or ML-DSA`,
});

const ALLOWED: ReadonlySet<string> = new Set([...CLASSICAL_SIGNATURES, ...ML_DSA]);
