import { isWrappedFor, parsePublicKey, type PublicKey, type WrappedKey } from '@sealwright/pki';
import { type KeyPairInfo, UnsupportedDecryptionError } from '../../modules/crypto-tokens/index.ts';

/**
 * Finds the public key of a key pair that is to open a wrapped key.
 *
 * @throws {@link UnsupportedDecryptionError} when the key pair is only to sign, or the key was wrapped for another kind of key
 */
export function requireUnwrapping(
  { alias, algorithm, specification, keyUsage, publicKey: spki }: KeyPairInfo,
  wrapped: WrappedKey,
): PublicKey {
  if (keyUsage === 'SIGN') {
    throw new UnsupportedDecryptionError(`The key pair '${alias}' was made to sign and does not decrypt.`);
  }
  const publicKey = parsePublicKey(spki);
  if (!isWrappedFor(publicKey, wrapped)) {
    throw new UnsupportedDecryptionError(
      `The key pair '${alias}' (${algorithm} ${specification}) does not open a key that was wrapped by ${WRAPPINGS[wrapped.type]} for a key of another kind or size.`,
    );
  }
  return publicKey;
}

const WRAPPINGS: Readonly<Record<WrappedKey['type'], string>> = {
  'rsa-oaep': 'RSA-OAEP',
  ecdh: 'ECDH',
  'ml-kem': 'ML-KEM',
};
