/** Rules of the CA/Browser Forum's Baseline Requirements for TLS, on certificates. */
import type { CertificateRule } from '../certificate-rule.ts';
import { ALTERNATIVE_NAME_RULES } from './alternative-names.ts';
import { ATTRIBUTE_RULES } from './attributes.ts';
import { AUTHORITY_INFORMATION_RULES } from './authority-information.ts';
import { DISTRIBUTION_POINT_RULES } from './distribution-points.ts';
import { EXTENDED_KEY_USAGE_RULES } from './extended-key-usage.ts';
import { FIELD_RULES } from './fields.ts';
import { HOST_RULES } from './hosts.ts';
import { KEY_USAGE_RULES } from './key-usage.ts';
import { KEY_RULES } from './keys.ts';
import { OCSP_RESPONDER_RULES } from './ocsp-responders.ts';
import { POLICY_RULES } from './policies.ts';
import { pssParameters } from './pss-parameters.ts';
import { SUBJECT_RULES } from './subjects.ts';
import { VALIDITY_RULES } from './validity.ts';

export const TLS_RULES: readonly CertificateRule[] = [
  ...ALTERNATIVE_NAME_RULES,
  ...ATTRIBUTE_RULES,
  ...AUTHORITY_INFORMATION_RULES,
  ...DISTRIBUTION_POINT_RULES,
  ...EXTENDED_KEY_USAGE_RULES,
  ...FIELD_RULES,
  ...HOST_RULES,
  ...KEY_USAGE_RULES,
  ...KEY_RULES,
  ...OCSP_RESPONDER_RULES,
  ...POLICY_RULES,
  pssParameters,
  ...SUBJECT_RULES,
  ...VALIDITY_RULES,
];
