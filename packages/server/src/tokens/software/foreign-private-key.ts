/** Private keys that were made elsewhere, in the words of the tables. */
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { parsePublicKey, PkiError } from '@sealwright/pki';
import {
  type KeyPairInfo,
  type KeyUsage,
  planKeyPair,
  UnsupportedKeyError,
} from '../../modules/crypto-tokens/index.ts';

/** A private key with what its public key says of it. */
export type ForeignPrivateKey = Pick<KeyPairInfo, 'algorithm' | 'specification' | 'publicKey'> & {
  readonly privateKey: KeyObject;
};

/**
 * Reads a PKCS#8. What would not be made here is not taken in either: keys too short to be of use, of unknown algorithms or curves, or whose
 * parameters are spelled out.
 *
 * @throws {@link UnsupportedKeyError}
 */
export function readPrivateKey(pkcs8: Uint8Array, keyUsage: KeyUsage | undefined): ForeignPrivateKey {
  const { privateKey, publicKey } = understood(() => {
    const read = createPrivateKey({ key: Buffer.from(pkcs8.buffer, pkcs8.byteOffset, pkcs8.length), ...PKCS8 });
    return { privateKey: read, publicKey: Uint8Array.from(createPublicKey(read).export(SPKI)) };
  });
  return { ...publicPartOf(publicKey, keyUsage), privateKey };
}

/**
 * Reads what a public key tells of the pair, under the same rules.
 *
 * @param publicKey - DER SubjectPublicKeyInfo
 * @throws {@link UnsupportedKeyError}
 */
export function publicPartOf(publicKey: Uint8Array, keyUsage?: KeyUsage): Omit<ForeignPrivateKey, 'privateKey'> {
  const { algorithm, specification } = understood(() => parsePublicKey(publicKey));
  planKeyPair({ algorithm: algorithm.name, specification, keyUsage });
  return { algorithm: algorithm.name, specification, publicKey };
}

/** OpenSSL tells what is wrong in words that nobody outside can do anything with. */
function understood<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    const problem = cause instanceof PkiError ? cause.message : 'it cannot be read';
    throw new UnsupportedKeyError('algorithm', `The private key cannot be used: ${problem}.`, { cause });
  }
}

const PKCS8 = { format: 'der', type: 'pkcs8' } as const;
const SPKI = { format: 'der', type: 'spki' } as const;
