import { hex } from '../../ber/values.ts';
import { CLASSICAL_KEYS } from '../../certificate/algorithm-encodings.ts';
import { certificateRule } from '../certificate-rule.ts';

export const keyAlgorithmBeforePostQuantum = certificateRule({
  name: 'smime/key-algorithm-before-post-quantum',
  clause: 'S/MIME Baseline Requirements 7.1.3.1',
  from: '2023-09-01',
  until: '2025-08-22',
  check: ({ publicKey: { algorithm } }) =>
    CLASSICAL_KEYS.has(hex(algorithm.element.raw))
      ? undefined
      : `the octets of the key algorithm ${algorithm.oid} are not those of RSA, of EC on P-256, P-384 or P-521, of Ed25519 or of Ed448`,
});
