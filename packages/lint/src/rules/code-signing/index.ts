/** Rules of the CA/Browser Forum's Baseline Requirements for code signing, on certificates. */
import type { CertificateRule } from '../certificate-rule.ts';
import { AUTHORITY_INFORMATION_RULES } from './authority-information.ts';
import { EXTENDED_KEY_USAGE_RULES } from './extended-key-usage.ts';
import { FIELD_RULES } from './fields.ts';
import { KEY_RULES } from './keys.ts';
import { OTHER_EXTENSION_RULES } from './other-extensions.ts';
import { SUBJECT_RULES } from './subjects.ts';

export const CODE_SIGNING_RULES: readonly CertificateRule[] = [
  ...AUTHORITY_INFORMATION_RULES,
  ...EXTENDED_KEY_USAGE_RULES,
  ...FIELD_RULES,
  ...KEY_RULES,
  ...OTHER_EXTENSION_RULES,
  ...SUBJECT_RULES,
];
