/** Distinguished names: DER, RFC 4514 text and RFC 5280 §7.1 comparison. */
export { ATTRIBUTES, attributeNamed, attributeOfType, AttributeType } from './attributes.ts';
export type { AttributeDefinition, AttributeSyntax } from './attributes.ts';
export { DistinguishedName, type AttributeText, type NameAttribute } from './distinguished-name.ts';
export { NameError, type NameErrorCode } from './errors.ts';
export { requireIssuableName } from './issuable-name.ts';
