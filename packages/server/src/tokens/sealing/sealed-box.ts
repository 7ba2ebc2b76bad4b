/** Authenticated encryption of small secrets: AES-256-GCM (NIST SP 800-38D) with a random nonce in front and the tag behind. */
import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto';
import type { Random } from '../../kernel/random.ts';

/** Octets that encryption adds: nonce and tag. */
export const BOX_OVERHEAD = 12 + 16;

/**
 * Encrypts `plain`. One key must not encrypt more than 2^32 times, as nonces are random.
 *
 * @param key - 32 octets
 * @param about - what the plaintext belongs to; not stored, and needed again to open it
 */
export function closeBox(
  key: KeyObject | Uint8Array,
  plain: Uint8Array,
  about: Uint8Array,
  random: Random,
): Uint8Array {
  const nonce = random.bytes(NONCE_OCTETS);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_OCTETS });
  cipher.setAAD(about);
  const box = new Uint8Array(BOX_OVERHEAD + plain.length);
  box.set(nonce);
  box.set(cipher.update(plain), NONCE_OCTETS);
  cipher.final();
  box.set(cipher.getAuthTag(), NONCE_OCTETS + plain.length);
  return box;
}

/** Decrypts what {@link closeBox} made, or gives undefined when key, `about` or any bit is another. The caller wipes the answer. */
export function openBox(key: KeyObject | Uint8Array, box: Uint8Array, about: Uint8Array): Uint8Array | undefined {
  if (box.length < BOX_OVERHEAD) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, NONCE_OCTETS), { authTagLength: TAG_OCTETS });
  decipher.setAAD(about);
  decipher.setAuthTag(box.subarray(-TAG_OCTETS));
  const plain = decipher.update(box.subarray(NONCE_OCTETS, -TAG_OCTETS));
  try {
    decipher.final();
    return plain;
  } catch {
    plain.fill(0);
    return undefined;
  }
}

const NONCE_OCTETS = 12;
const TAG_OCTETS = 16;
