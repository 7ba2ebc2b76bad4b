/** Rules of RFC 5280 and the RFCs that it names, on certificates. */
import type { CertificateRule } from '../certificate-rule.ts';
import { ALTERNATIVE_NAME_RULES } from './alternative-names.ts';
import { ATTRIBUTE_TYPE_RULES } from './attribute-types.ts';
import { ATTRIBUTE_VALUE_RULES } from './attribute-values.ts';
import { BASIC_CONSTRAINT_RULES } from './basic-constraints.ts';
import { CERTIFICATE_TRANSPARENCY_RULES } from './certificate-transparency.ts';
import { DISTRIBUTION_POINT_RULES } from './distribution-points.ts';
import { DNS_NAME_RULES } from './dns-names.ts';
import { ENCODING_RULES } from './encoding.ts';
import { EXTENDED_KEY_USAGE_RULES } from './extended-key-usage.ts';
import { extensionsUnique } from './extensions-unique.ts';
import { FIELD_RULES } from './fields.ts';
import { issuerNotEmpty } from './issuer-not-empty.ts';
import { KEY_IDENTIFIER_RULES } from './key-identifiers.ts';
import { KEY_PARAMETER_RULES } from './key-parameters.ts';
import { KEY_USAGE_RULES } from './key-usage.ts';
import { ALGORITHM_KEY_USAGE_RULES } from './key-usage-of-algorithms.ts';
import { NAME_CONSTRAINT_RULES } from './name-constraints.ts';
import { NAME_RULES } from './names.ts';
import { OTHER_EXTENSION_RULES } from './other-extensions.ts';
import { POLICY_RULES } from './policies.ts';
import { POLICY_PROCESSING_RULES } from './policy-processing.ts';
import { SHARED_EXTENSION_RULES } from './shared-extensions.ts';
import { signatureAlgorithmsEqual } from './signature-algorithms-equal.ts';
import { SIGNATURE_PARAMETER_RULES } from './signature-parameters.ts';
import { URI_RULES } from './uris.ts';

export const RFC5280_RULES: readonly CertificateRule[] = [
  ...ALTERNATIVE_NAME_RULES,
  ...ATTRIBUTE_TYPE_RULES,
  ...ATTRIBUTE_VALUE_RULES,
  ...BASIC_CONSTRAINT_RULES,
  ...CERTIFICATE_TRANSPARENCY_RULES,
  ...DISTRIBUTION_POINT_RULES,
  ...DNS_NAME_RULES,
  ...ENCODING_RULES,
  ...EXTENDED_KEY_USAGE_RULES,
  extensionsUnique,
  ...FIELD_RULES,
  issuerNotEmpty,
  ...KEY_IDENTIFIER_RULES,
  ...KEY_PARAMETER_RULES,
  ...KEY_USAGE_RULES,
  ...ALGORITHM_KEY_USAGE_RULES,
  ...NAME_CONSTRAINT_RULES,
  ...NAME_RULES,
  ...OTHER_EXTENSION_RULES,
  ...POLICY_RULES,
  ...POLICY_PROCESSING_RULES,
  ...SHARED_EXTENSION_RULES,
  signatureAlgorithmsEqual,
  ...SIGNATURE_PARAMETER_RULES,
  ...URI_RULES,
];
