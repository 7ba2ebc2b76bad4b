/** Rules on keys and signature algorithms. */
import { hex } from '../../ber/values.ts';
import { CLASSICAL_KEYS, CLASSICAL_SIGNATURES, ML_DSA, ML_KEM } from '../../certificate/algorithm-encodings.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';
import { checkNistPoint } from '../checks/ec-point.ts';
import {
  checkExponent,
  checkExponentRange,
  checkModulus,
  checkModulusBits,
  checkWholeOctets,
} from '../checks/rsa-key.ts';

export const KEY_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'smime/ca-rsa-key-size',
    clause: 'S/MIME Baseline Requirements 6.1.5',
    level: 'warning',
    from: '2026-09-15',
    // It holds for keys that are made from then on; a certificate does not tell when its key was made.
    appliesTo: ({ isCa }) => isCa,
    check: (certificate) => checkModulusBits(certificate, 4096),
  }),
  certificateRule({
    name: 'smime/ec-point',
    clause: 'S/MIME Baseline Requirements 6.1.5',
    from: '2023-09-01',
    check: checkNistPoint,
  }),
  certificateRule({
    name: 'smime/key-algorithm',
    clause: 'S/MIME Baseline Requirements 7.1.3.1',
    from: '2025-08-22',
    check: ({ publicKey: { algorithm } }) =>
      KEYS.has(hex(algorithm.element.raw))
        ? undefined
        : `the octets of the key algorithm ${algorithm.oid} are not those of RSA, of EC on P-256, P-384 or P-521, of Ed25519, Ed448, ML-DSA or ML-KEM`,
  }),
  certificateRule({
    name: 'smime/key-algorithm-before-post-quantum',
    clause: 'S/MIME Baseline Requirements 7.1.3.1',
    from: '2023-09-01',
    until: '2025-08-22',
    check: ({ publicKey: { algorithm } }) =>
      CLASSICAL_KEYS.has(hex(algorithm.element.raw))
        ? undefined
        : `the octets of the key algorithm ${algorithm.oid} are not those of RSA, of EC on P-256, P-384 or P-521, of Ed25519 or of Ed448`,
  }),
  certificateRule({
    name: 'smime/rsa-exponent',
    clause: 'S/MIME Baseline Requirements 6.1.6',
    from: '2023-09-01',
    check: checkExponent,
  }),
  certificateRule({
    name: 'smime/rsa-exponent-range',
    clause: 'S/MIME Baseline Requirements 6.1.6',
    level: 'warning',
    from: '2023-09-01',
    check: checkExponentRange,
  }),
  certificateRule({
    name: 'smime/rsa-key-size',
    clause: 'S/MIME Baseline Requirements 6.1.5',
    from: '2023-09-01',
    check: (certificate) => checkModulusBits(certificate, 2048),
  }),
  certificateRule({
    name: 'smime/rsa-key-size-octets',
    clause: 'S/MIME Baseline Requirements 6.1.5',
    from: '2023-09-01',
    check: checkWholeOctets,
  }),
  certificateRule({
    name: 'smime/rsa-modulus',
    clause: 'S/MIME Baseline Requirements 6.1.6',
    level: 'warning',
    from: '2023-09-01',
    check: checkModulus,
  }),
  certificateRule({
    name: 'smime/signature-algorithm',
    clause: 'S/MIME Baseline Requirements 7.1.3.2',
    from: '2025-08-22',
    check: ({ algorithm }) =>
      SIGNATURES.has(hex(algorithm.element.raw))
        ? undefined
        : `the octets of the signature algorithm ${algorithm.oid} are not those of RSA or ECDSA with SHA-256, SHA-384 or SHA-512, of Ed25519, Ed448 or ML-DSA`,
  }),
  certificateRule({
    name: 'smime/signature-algorithm-before-post-quantum',
    clause: 'S/MIME Baseline Requirements 7.1.3.2',
    from: '2023-09-01',
    until: '2025-08-22',
    check: ({ algorithm }) =>
      CLASSICAL_SIGNATURES.has(hex(algorithm.element.raw))
        ? undefined
        : `the octets of the signature algorithm ${algorithm.oid} are not those of RSA or ECDSA with SHA-256, SHA-384 or SHA-512, of Ed25519 or of Ed448`,
  }),
];

const KEYS: ReadonlySet<string> = new Set([...CLASSICAL_KEYS, ...ML_DSA, ...ML_KEM]);
const SIGNATURES: ReadonlySet<string> = new Set([...CLASSICAL_SIGNATURES, ...ML_DSA]);
