/**
 * Opening of wrapped keys with a private key, or with the secret that a device found out with one.
 *
 * A key that cannot be opened gives random octets in its place (implicit rejection, as ML-KEM has it by itself): nobody learns from it why, or
 * that it was so, but by the content, which these octets do not open. So damage at any place has one outcome.
 */
import { createPublicKey, decapsulate, diffieHellman, type KeyObject, webcrypto } from 'node:crypto';
import { readDer, writeDer } from '../../der/index.ts';
import type { PublicKey } from '../../public-key/index.ts';
import { keyEncryptionKey, unwrapUnder } from './key-encryption-key.ts';
import {
  type AgreedKey,
  CONTENT_KEY_OCTETS,
  type EncapsulatedKey,
  type EncryptedKey,
  isWrappedFor,
  type WrappedKey,
} from './wrapped-key.ts';

/** Returns `octets` random octets, cryptographically strong. */
export type RandomOctets = (octets: number) => Uint8Array;

/** A key pair that keys are wrapped for. */
export interface UnwrappingKeyPair {
  readonly publicKey: PublicKey;
  readonly privateKey: KeyObject;
}

/**
 * Opens a wrapped key, in the thread pool.
 *
 * @returns the content-encryption key, or random octets when it is not for this key pair. The caller overwrites it.
 * @throws {@link RangeError} for a wrapped key of another kind: `isWrappedFor` was to be asked before
 */
export async function unwrapKey(
  { publicKey, privateKey }: UnwrappingKeyPair,
  wrapped: WrappedKey,
  random: RandomOctets,
): Promise<Uint8Array> {
  if (!isWrappedFor(publicKey, wrapped)) throw new RangeError(`the key is wrapped by ${wrapped.type} for another key`);
  if (wrapped.type === 'rsa-oaep') return contentKeyOr(random, await orNothing(() => decrypt(privateKey, wrapped)));
  const secret = await orNothing(() =>
    wrapped.type === 'ecdh' ? agree(privateKey, publicKey, wrapped) : decapsulated(privateKey, wrapped),
  );
  return unwrapWithSecret(wrapped, secret ?? random(CONTENT_KEY_OCTETS), random);
}

/**
 * Opens a wrapped key with the secret that the private key has found out: the agreed or decapsulated one, which is overwritten.
 *
 * @returns as {@link unwrapKey}
 */
export function unwrapWithSecret(
  wrapped: AgreedKey | EncapsulatedKey,
  secret: Uint8Array,
  random: RandomOctets,
): Uint8Array {
  const kek = keyEncryptionKey(wrapped.type, secret, wrapped.info);
  secret.fill(0);
  try {
    return contentKeyOr(random, unwrapUnder(kek, wrapped.encryptedKey));
  } finally {
    kek.fill(0);
  }
}

/** Returns what was decrypted when it is a content-encryption key, and else as many random octets. */
export function contentKeyOr(random: RandomOctets, decrypted: Uint8Array | undefined): Uint8Array {
  const instead = random(CONTENT_KEY_OCTETS);
  if (decrypted?.length !== CONTENT_KEY_OCTETS) {
    decrypted?.fill(0);
    return instead;
  }
  instead.fill(0);
  return decrypted;
}

/**
 * The ephemeral key of an agreement as a key on the curve of the recipient.
 *
 * @param publicKey - the recipient's, whose kind and lengths fit
 * @throws what `node:crypto` throws for a point that is not on the curve: no private key may be used with it
 */
export function ephemeralKeyOf({ ephemeralKey }: AgreedKey, publicKey: PublicKey): KeyObject {
  const algorithm = readDer(publicKey.der, (reader) => {
    const spki = reader.readSequence();
    const { raw } = spki.readSequenceElement();
    spki.readAny();
    return raw;
  });
  const spki = writeDer((writer) => writer.sequence(() => writer.raw(algorithm).bitString(ephemeralKey)));
  return createPublicKey({ key: Buffer.from(spki.buffer), format: 'der', type: 'spki' });
}

async function decrypt(privateKey: KeyObject, { encryptedKey }: EncryptedKey): Promise<Uint8Array> {
  // Node decrypts by itself in the calling thread only, which takes an RSA key of 8,192 bits 30 ms.
  const key = privateKey.toCryptoKey({ name: 'RSA-OAEP', hash: 'SHA-256' }, false, ['decrypt']);
  return new Uint8Array(await webcrypto.subtle.decrypt({ name: 'RSA-OAEP' }, key, Uint8Array.from(encryptedKey)));
}

function agree(privateKey: KeyObject, recipient: PublicKey, wrapped: AgreedKey): Promise<Uint8Array> {
  const publicKey = ephemeralKeyOf(wrapped, recipient);
  return new Promise((resolve, reject) => {
    diffieHellman({ privateKey, publicKey }, (error, secret) => (error === null ? resolve(secret) : reject(error)));
  });
}

function decapsulated(privateKey: KeyObject, { ciphertext }: EncapsulatedKey): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    decapsulate(privateKey, ciphertext, (error, secret) => (error === null ? resolve(secret) : reject(error)));
  });
}

/** Returns undefined for what the cryptographic library refuses, for whatever reason. */
async function orNothing(act: () => Promise<Uint8Array>): Promise<Uint8Array | undefined> {
  try {
    return await act();
  } catch {
    return undefined;
  }
}
