/** Rules of the Baseline Requirements for TLS on OCSP responses, a file each. */
import type { OcspRule } from '../ocsp-rule.ts';
import { ecdsaHash } from './ecdsa-hash.ts';
import { ocspPssParameters } from './pss-parameters.ts';
import { reasonAllowed } from './reason-allowed.ts';
import { reasonCodeAbsent } from './reason-code-absent.ts';
import { reasonOfCa } from './reason-of-ca.ts';
import { signatureAlgorithm } from './signature-algorithm.ts';
import { validityInterval } from './validity-interval.ts';

export const OCSP_TLS_RULES: readonly OcspRule[] = [
  ecdsaHash,
  ocspPssParameters,
  reasonAllowed,
  reasonCodeAbsent,
  reasonOfCa,
  signatureAlgorithm,
  validityInterval,
];
