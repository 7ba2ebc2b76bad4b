import { PKCS11_TYPES } from './pkcs11-settings.ts';

/**
 * The type of a token whose keys are those of a keystore that others made: PKCS#12, JKS or JCEKS. It only reads it.
 *
 * Its properties are `path`, the absolute path of a file, or `data`, the octets in base64.
 */
export const KEYSTORE_TYPE = 'KeystoreCryptoToken';

/** Returns whether tokens of a type say themselves which keys they hold, whatever is stored of them. */
export function holdsItsKeys(type: string): boolean {
  return type === KEYSTORE_TYPE || PKCS11_TYPES.includes(type);
}
