/** Rules of the RFCs on post-quantum algorithms, on certificates. */
import type { CertificateRule } from '../certificate-rule.ts';
import { draftKeyAlgorithm } from './draft-key-algorithm.ts';
import { ML_DSA_RULES } from './ml-dsa.ts';
import { ML_KEM_RULES } from './ml-kem.ts';
import { SLH_DSA_RULES } from './slh-dsa.ts';

export const PQ_RULES: readonly CertificateRule[] = [
  draftKeyAlgorithm,
  ...ML_DSA_RULES,
  ...ML_KEM_RULES,
  ...SLH_DSA_RULES,
];
