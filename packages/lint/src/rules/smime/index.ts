/** Rules of the CA/Browser Forum's Baseline Requirements for S/MIME, on certificates. */
import type { CertificateRule } from '../certificate-rule.ts';
import { ALTERNATIVE_NAME_RULES } from './alternative-names.ts';
import { AUTHORITY_INFORMATION_RULES } from './authority-information.ts';
import { COMMON_NAME_RULES } from './common-names.ts';
import { DISTRIBUTION_POINT_RULES } from './distribution-points.ts';
import { EXTENDED_KEY_USAGE_RULES } from './extended-key-usage.ts';
import { FIELD_RULES } from './fields.ts';
import { KEY_USAGE_RULES } from './key-usage.ts';
import { KEY_RULES } from './keys.ts';
import { LEGAL_ENTITY_RULES } from './legal-entities.ts';
import { ORGANIZATION_IDENTIFIER_RULES } from './organization-identifiers.ts';
import { OTHER_EXTENSION_RULES } from './other-extensions.ts';
import { PLACE_RULES } from './places.ts';
import { POLICY_RULES } from './policies.ts';
import { SUBJECT_RULES } from './subjects.ts';

export const SMIME_RULES: readonly CertificateRule[] = [
  ...ALTERNATIVE_NAME_RULES,
  ...AUTHORITY_INFORMATION_RULES,
  ...COMMON_NAME_RULES,
  ...DISTRIBUTION_POINT_RULES,
  ...EXTENDED_KEY_USAGE_RULES,
  ...FIELD_RULES,
  ...KEY_USAGE_RULES,
  ...KEY_RULES,
  ...LEGAL_ENTITY_RULES,
  ...ORGANIZATION_IDENTIFIER_RULES,
  ...OTHER_EXTENSION_RULES,
  ...PLACE_RULES,
  ...POLICY_RULES,
  ...SUBJECT_RULES,
];
