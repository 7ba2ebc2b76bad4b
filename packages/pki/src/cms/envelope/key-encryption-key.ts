/** Key-encryption keys of envelopes and AES-256 key wrap under them (RFC 3394). */
import { createCipheriv, createDecipheriv, hash, hkdfSync } from 'node:crypto';
import { concatenate } from '../../certificate/signed.ts';
import type { AlgorithmIdentifier } from '../../algorithm/index.ts';
import { AES256_WRAP } from './identifiers.ts';
import type { WrappedKey } from './wrapped-key.ts';

/** Ways to a key-encryption key. */
export type SecretSource = Exclude<WrappedKey['type'], 'rsa-oaep'>;

/** Size of a key-encryption key. */
export const KEY_BITS = 256;

/** Returns whether an algorithm is AES-256 key wrap, which has no parameters (RFC 3565 §2.3.2). */
export function isKeyWrap(algorithm: AlgorithmIdentifier | undefined): boolean {
  return algorithm?.oid === AES256_WRAP && algorithm.parameters === undefined;
}

/** Derives a key of AES-256 from a secret. The caller overwrites both. */
export function keyEncryptionKey(source: SecretSource, secret: Uint8Array, info: Uint8Array): Uint8Array {
  if (source === 'ml-kem') return new Uint8Array(hkdfSync('sha256', secret, NONE, info, KEY_BITS / 8));
  // X9.63 (SEC 1 §3.6.1): a counter of 32 bits, which stays at 1 as a SHA-256 is as long as the key.
  const input = concatenate([secret, COUNTER, info]);
  const key = hash('sha256', input, 'buffer');
  input.fill(0);
  return key;
}

/** Wraps a key. */
export function wrapUnder(kek: Uint8Array, key: Uint8Array): Uint8Array {
  const cipher = createCipheriv('id-aes256-wrap', kek, INITIAL_VALUE);
  return concatenate([cipher.update(key), cipher.final()]);
}

/** Unwraps a key; undefined when another key wrapped it, or it was changed. */
export function unwrapUnder(kek: Uint8Array, wrapped: Uint8Array): Uint8Array | undefined {
  const decipher = createDecipheriv('id-aes256-wrap', kek, INITIAL_VALUE);
  try {
    const key = decipher.update(wrapped);
    return new Uint8Array(key.buffer, key.byteOffset, key.length);
  } catch {
    return undefined;
  }
}

const NONE = new Uint8Array();
const COUNTER = Uint8Array.of(0, 0, 0, 1);
/** RFC 3394 §2.2.3.1. */
const INITIAL_VALUE = new Uint8Array(8).fill(0xa6);
