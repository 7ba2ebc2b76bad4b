/** Rules of RFC 2986 and the RFCs that it names, on certification requests, a file each, and those on certificates that hold for requests as well. */
import type { RequestRule } from '../request-rule.ts';
import { attributeControlCharacters } from '../rfc5280/attribute-control-characters.ts';
import { attributeLength } from '../rfc5280/attribute-length.ts';
import { attributeNotEmpty } from '../rfc5280/attribute-not-empty.ts';
import { attributeText } from '../rfc5280/attribute-text.ts';
import { booleanValue } from '../rfc5280/boolean-value.ts';
import { ecKeyParameters } from '../rfc5280/ec-key-parameters.ts';
import { ecdsaSignatureParameters } from '../rfc5280/ecdsa-signature-parameters.ts';
import { extensionsUnique } from '../rfc5280/extensions-unique.ts';
import { minimalInteger } from '../rfc5280/minimal-integer.ts';
import { minimalLength } from '../rfc5280/minimal-length.ts';
import { rsaKeyParameters } from '../rfc5280/rsa-key-parameters.ts';
import { rsaSignatureParameters } from '../rfc5280/rsa-signature-parameters.ts';
import { attributeSingleValue } from './attribute-single-value.ts';
import { attributeValues } from './attribute-values.ts';
import { attributesOrder } from './attributes-order.ts';
import { attributesPresent } from './attributes-present.ts';
import { attributesUnique } from './attributes-unique.ts';
import { challengePassword } from './challenge-password.ts';
import { defaultNotWritten } from './default-not-written.ts';
import { extensionValue } from './extension-value.ts';
import { extensionsNotEmpty } from './extensions-not-empty.ts';
import { keyReadable } from './key-readable.ts';
import { version1 } from './version-1.ts';

export const REQUEST_RULES: readonly RequestRule[] = [
  attributeControlCharacters,
  attributeLength,
  attributeNotEmpty,
  attributeText,
  booleanValue,
  ecKeyParameters,
  ecdsaSignatureParameters,
  extensionsUnique,
  minimalInteger,
  minimalLength,
  rsaKeyParameters,
  rsaSignatureParameters,
  attributeSingleValue,
  attributeValues,
  attributesOrder,
  attributesPresent,
  attributesUnique,
  challengePassword,
  defaultNotWritten,
  extensionValue,
  extensionsNotEmpty,
  keyReadable,
  version1,
];
