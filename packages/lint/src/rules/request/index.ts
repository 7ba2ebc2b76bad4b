/** Rules of RFC 2986 and the RFCs that it names, on certification requests, and those on certificates that hold for requests as well. */
import type { RequestRule } from '../request-rule.ts';
import { ATTRIBUTE_VALUE_RULES } from '../rfc5280/attribute-values.ts';
import { ENCODING_RULES } from '../rfc5280/encoding.ts';
import { extensionsUnique } from '../rfc5280/extensions-unique.ts';
import { KEY_PARAMETER_RULES } from '../rfc5280/key-parameters.ts';
import { SIGNATURE_PARAMETER_RULES } from '../rfc5280/signature-parameters.ts';
import { ATTRIBUTE_RULES } from './attributes.ts';
import { FIELD_RULES } from './fields.ts';

export const REQUEST_RULES: readonly RequestRule[] = [
  ...ATTRIBUTE_VALUE_RULES,
  ...ENCODING_RULES,
  extensionsUnique,
  ...KEY_PARAMETER_RULES,
  ...SIGNATURE_PARAMETER_RULES,
  ...ATTRIBUTE_RULES,
  ...FIELD_RULES,
];
