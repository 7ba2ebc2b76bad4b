/** Parsing of `key_alg` and `key_spec`: algorithm and size or curve of a key generated here. */
import { type KeyPlan, planKeyPair, UnsupportedKeyError } from '../../crypto-tokens/index.ts';
import { KeySpecificationError, UnsupportedKeyAlgorithmError } from '../errors/index.ts';

/** A key specification in terms of the interface: `RSA` and `3072`, `EC` and `P-256`, `Ed25519` and nothing or `Ed25519` again. */
export interface RequestedKey {
  readonly algorithm: string;
  readonly specification: string;
}

/**
 * Parses a requested key specification.
 *
 * @throws {@link UnsupportedKeyAlgorithmError}, {@link KeySpecificationError}
 */
export function readRequestedKey({ algorithm, specification }: RequestedKey): KeyPlan {
  try {
    return planKeyPair({ algorithm, specification, keyUsage: undefined });
  } catch (error) {
    if (!(error instanceof UnsupportedKeyError)) throw error;
    if (error.code === 'crypto_token.unsupported_algorithm')
      throw new UnsupportedKeyAlgorithmError(algorithm, { cause: error });
    throw new KeySpecificationError(error.message, { cause: error });
  }
}
