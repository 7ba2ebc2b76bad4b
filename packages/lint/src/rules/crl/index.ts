/** Rules of RFC 5280 on CRLs, and those on certificates that hold for CRLs as well. */
import type { CrlRule } from '../crl-rule.ts';
import { ENCODING_RULES } from '../rfc5280/encoding.ts';
import { extensionsUnique } from '../rfc5280/extensions-unique.ts';
import { issuerNotEmpty } from '../rfc5280/issuer-not-empty.ts';
import { SHARED_EXTENSION_RULES } from '../rfc5280/shared-extensions.ts';
import { signatureAlgorithmsEqual } from '../rfc5280/signature-algorithms-equal.ts';
import { SIGNATURE_PARAMETER_RULES } from '../rfc5280/signature-parameters.ts';
import { AUTHORITY_INFORMATION_RULES } from './authority-information.ts';
import { ENTRIES_RULES } from './entries-as-a-whole.ts';
import { EXPIRED_CERTIFICATE_RULES } from './expired-certificates.ts';
import { FIELD_RULES } from './fields.ts';
import { NUMBER_RULES } from './numbers.ts';
import { SCOPE_RULES } from './scope.ts';

export { CRL_ENTRY_EXTENSION_RULES } from './entry-extensions.ts';
export { CRL_ENTRY_RULES } from './entry-fields.ts';

export const CRL_RULES: readonly CrlRule[] = [
  ...ENCODING_RULES,
  extensionsUnique,
  issuerNotEmpty,
  ...SHARED_EXTENSION_RULES,
  signatureAlgorithmsEqual,
  ...SIGNATURE_PARAMETER_RULES,
  ...AUTHORITY_INFORMATION_RULES,
  ...ENTRIES_RULES,
  ...EXPIRED_CERTIFICATE_RULES,
  ...FIELD_RULES,
  ...NUMBER_RULES,
  ...SCOPE_RULES,
];
