/** Rules of RFC 6960 and the RFCs that it names, on OCSP responses. */
import type { OcspRule } from '../ocsp-rule.ts';
import { ENCODING_RULES } from '../rfc5280/encoding.ts';
import { ENVELOPE_RULES } from './envelope.ts';
import { EXTENSION_RULES } from './extensions.ts';
import { FIELD_RULES } from './fields.ts';
import { SINGLE_RESPONSE_RULES } from './single-responses.ts';
import { TIME_RULES } from './times.ts';

export const OCSP_RULES: readonly OcspRule[] = [
  ...ENCODING_RULES,
  ...ENVELOPE_RULES,
  ...EXTENSION_RULES,
  ...FIELD_RULES,
  ...SINGLE_RESPONSE_RULES,
  ...TIME_RULES,
];
