/** Rules of the Baseline Requirements for TLS on OCSP responses. */
import type { OcspRule } from '../ocsp-rule.ts';
import { ALGORITHM_RULES } from './algorithms.ts';
import { REASON_RULES } from './reasons.ts';
import { validityInterval } from './validity-interval.ts';

export const OCSP_TLS_RULES: readonly OcspRule[] = [...ALGORITHM_RULES, ...REASON_RULES, validityInterval];
