import { verify } from 'node:crypto';
import { type SignatureAlgorithm, signsWith } from '../algorithm/index.ts';
import type { PublicKey } from './public-key.ts';

/** A signature with what it takes to verify it. */
export interface SignatureToVerify {
  readonly algorithm: SignatureAlgorithm;
  readonly publicKey: PublicKey;
  /** The signed octets, not yet hashed. */
  readonly data: Uint8Array;
  readonly signature: Uint8Array;
}

/**
 * Returns whether `signature` is one that the owner of `publicKey` made over `data` with `algorithm`.
 *
 * False too when the key cannot make such signatures at all. Says nothing about how good the algorithm is: `weak` ones
 * verify, callers refuse them. The first call with a key makes its KeyObject, so keep the {@link PublicKey}.
 *
 * @throws {PublicKeyError} `key.invalid` when the cryptographic library refuses the key
 */
export function verifySignature(signed: SignatureToVerify): boolean {
  if (!mayBeSigned(signed)) return false;
  const { algorithm, publicKey, data, signature } = signed;
  try {
    return verify(algorithm.node.digest, data, { ...algorithm.node.options, key: publicKey.keyObject }, signature);
  } catch (error) {
    return isWrongByLibrary(error);
  }
}

/**
 * The same in the thread pool, for callers that verify while others wait: 50 us on P-256, a millisecond on some curves. `data` is copied.
 *
 * @throws {PublicKeyError} `key.invalid` when the cryptographic library refuses the key
 */
export async function verifySignatureInPool(signed: SignatureToVerify): Promise<boolean> {
  if (!mayBeSigned(signed)) return false;
  const { algorithm, publicKey, data, signature } = signed;
  const key = { ...algorithm.node.options, key: publicKey.keyObject };
  try {
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    verify(algorithm.node.digest, data, key, signature, settling(resolve, reject));
    return await promise;
  } catch (error) {
    return isWrongByLibrary(error);
  }
}

/**
 * Settles a promise. The runtime keeps the callbacks of its thread pool until V8 collects the whole heap: one that is written where the key is would keep the
 * key as well, for a collection to free hundreds at once.
 */
function settling(resolve: (good: boolean) => void, reject: (error: Error) => void) {
  return (error: Error | null, good: boolean): void => {
    if (error === null) resolve(good);
    else reject(error);
  };
}

/**
 * Tells whether the key makes such signatures at all. One of RSA has as many octets as the modulus (RFC 8017 §8.1.2, §8.2.2); of PSS, the
 * library also takes one without its leading zeros.
 */
function mayBeSigned({ algorithm, publicKey, signature }: SignatureToVerify): boolean {
  if (!signsWith(algorithm, publicKey.algorithm)) return false;
  const isOfRsa = publicKey.algorithm.nodeType.startsWith('rsa');
  return !isOfRsa || signature.length === Math.ceil(publicKey.bits / 8);
}

/** The library refuses some signatures instead of calling them wrong, such as a salt that the modulus cannot hold. Throws any other error. */
function isWrongByLibrary(error: unknown): false {
  if (isLibraryError(error)) return false;
  throw error;
}

function isLibraryError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_OSSL_');
}
