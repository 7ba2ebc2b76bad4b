/** Rules of the RFCs on post-quantum algorithms, on certificates. */
import type { CertificateRule } from '../certificate-rule.ts';
import { FAMILY_RULES } from './families.ts';
import { SINGLE_FAMILY_RULES } from './single-families.ts';

export const PQ_RULES: readonly CertificateRule[] = [...FAMILY_RULES, ...SINGLE_FAMILY_RULES];
