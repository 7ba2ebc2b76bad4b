/**
 * Stored form of a software token's private keys: an octet of format version (1) and a box of `sealed-box.ts` with the PKCS#8 under the
 * token key (`code-protection.ts`). The token's id, the alias, algorithm, specification and public key are authenticated with it, so that
 * no row can stand in for another.
 */
import { createHash, createPrivateKey, type KeyObject } from 'node:crypto';
import type { Random } from '../../kernel/random.ts';
import { DamagedKeyError, type KeyPairInfo, type StoredKeyPair } from '../../modules/crypto-tokens/index.ts';
import { closeBox, openBox } from '../sealing/index.ts';

/** Encrypts a private key. `pkcs8` stays for the caller to overwrite. */
export function closePrivateKey(
  tokenId: number,
  tokenKey: KeyObject,
  info: KeyPairInfo,
  pkcs8: Uint8Array,
  random: Random,
): Uint8Array {
  const box = closeBox(tokenKey, pkcs8, aboutOf(tokenId, info), random);
  const closed = new Uint8Array(1 + box.length);
  closed[0] = FORMAT_VERSION;
  closed.set(box, 1);
  return closed;
}

/**
 * Decrypts a private key.
 *
 * @throws {@link DamagedKeyError} when it was not closed for this token and exactly these other columns
 */
export function openPrivateKey(tokenId: number, tokenKey: KeyObject, keyPair: StoredKeyPair): KeyObject {
  const { alias, protectedKey } = keyPair;
  if (protectedKey?.[0] !== FORMAT_VERSION) throw new DamagedKeyError(tokenId, alias);
  const pkcs8 = openBox(tokenKey, protectedKey.subarray(1), aboutOf(tokenId, keyPair));
  if (pkcs8 === undefined) throw new DamagedKeyError(tokenId, alias);
  try {
    // createPrivateKey takes a Buffer only; this one shares the octets that are overwritten below.
    const key = Buffer.from(pkcs8.buffer, pkcs8.byteOffset, pkcs8.length);
    return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  } finally {
    pkcs8.fill(0);
  }
}

function aboutOf(tokenId: number, { alias, algorithm, specification, publicKey }: KeyPairInfo): Uint8Array {
  const publicKeySha256 = createHash('sha256').update(publicKey).digest('hex');
  const facts = JSON.stringify([FORMAT_VERSION, tokenId, alias, algorithm, specification, publicKeySha256]);
  return new TextEncoder().encode(`sealwright private key ${facts}`);
}

const FORMAT_VERSION = 1;
