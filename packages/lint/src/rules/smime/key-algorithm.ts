import { hex } from '../../ber/values.ts';
import { CLASSICAL_KEYS, ML_DSA, ML_KEM } from '../../certificate/algorithm-encodings.ts';
import { certificateRule } from '../certificate-rule.ts';

export const keyAlgorithm = certificateRule({
  name: 'smime/key-algorithm',
  clause: 'S/MIME Baseline Requirements 7.1.3.1',
  from: '2025-08-22',
  check: ({ publicKey: { algorithm } }) =>
    ALLOWED.has(hex(algorithm.element.raw))
      ? undefined
      : `the octets of the key algorithm ${algorithm.oid} are not those of RSA, of EC on P-256, P-384 or P-521, of Ed25519, Ed448, ML-DSA or ML-KEM`,
});

const ALLOWED: ReadonlySet<string> = new Set([...CLASSICAL_KEYS, ...ML_DSA, ...ML_KEM]);
