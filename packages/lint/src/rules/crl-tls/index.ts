/** Rules of the Baseline Requirements for TLS on CRLs. */
import type { CrlRule } from '../crl-rule.ts';
import { pssParameters } from '../tls/pss-parameters.ts';
import { FIELD_RULES } from './fields.ts';
import { SCOPE_RULES } from './scope.ts';

export { CRL_TLS_ENTRY_EXTENSION_RULES } from './entry-extensions.ts';

export const CRL_TLS_RULES: readonly CrlRule[] = [pssParameters, ...FIELD_RULES, ...SCOPE_RULES];
