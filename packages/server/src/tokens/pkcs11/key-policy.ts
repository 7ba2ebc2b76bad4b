/** Policy of a token's settings for keys in its device: which are used, and how new ones are made. */
import { parsePkcs11Settings, type Pkcs11Settings, type TokenDescription } from '../../modules/crypto-tokens/index.ts';
import { type AttributeOverrides, parseAttributeText } from './attribute-text.ts';
import { CKA } from './cryptoki.ts';
import { UnusablePropertiesError } from './errors.ts';

export interface KeyPolicy {
  /** Attributes of new keys that are stronger than ours. */
  readonly overrides: AttributeOverrides;
  /** True when keys are used that may leave the device. */
  readonly allowExtractable: boolean;
}

/** @throws {@link UnusablePropertiesError} */
export function keyPolicy({ attributes, allowExtractable }: Pkcs11Settings): KeyPolicy {
  const overrides = parseAttributeText(attributes, (problem) => {
    throw new UnusablePropertiesError('attributes', problem);
  });
  const leaves = overrides.privateKey.some(
    ([type, value]) => (type === CKA.EXTRACTABLE && value === true) || (type === CKA.SENSITIVE && value === false),
  );
  if (leaves && !allowExtractable) {
    throw new UnusablePropertiesError(
      'attributes',
      'let private keys leave the device, which allow.extractable.privatekey does not allow',
    );
  }
  return { overrides, allowExtractable };
}

/** @throws {@link UnusablePropertiesError} */
export function checkedSettings(properties: TokenDescription['properties']): Pkcs11Settings {
  return parsePkcs11Settings(properties, (property, problem) => {
    throw new UnusablePropertiesError(property, problem);
  });
}
