/** OAEP by hand (RFC 8017 §7.1.2), for devices that only raise to the private exponent. */
import { hash } from 'node:crypto';
import type { RandomOctets } from './unwrap-key.ts';
import { CONTENT_KEY_OCTETS } from './wrapped-key.ts';

/**
 * Takes the content-encryption key out of a block that an RSA key has decrypted without looking at its padding: OAEP with SHA-256, MGF1 with SHA-256
 * and no label. Takes the same steps whatever is wrong with the block, and says nothing about it.
 *
 * @param block - overwritten
 * @param modulusOctets - length of the modulus; zeros that a device has left away in front are put back
 * @returns the key, or random octets. The caller overwrites it
 */
export function contentKeyOfBlock(block: Uint8Array, modulusOctets: number, random: RandomOctets): Uint8Array {
  const encoded = new Uint8Array(modulusOctets);
  encoded.set(block.subarray(-modulusOctets), Math.max(0, modulusOctets - block.length));
  block.fill(0);
  const seed = encoded.subarray(1, 1 + HASH_OCTETS);
  const data = encoded.subarray(1 + HASH_OCTETS);
  addMask(seed, data);
  addMask(data, seed);
  // The key has one length, so each octet before it has one value: no search for where the padding ends.
  const keyAt = data.length - CONTENT_KEY_OCTETS;
  let wrong = encoded[0]!;
  for (let at = 0; at < keyAt; at++) wrong |= data[at]! ^ expectedAt(at, keyAt);
  const key = data.slice(Math.max(0, keyAt));
  encoded.fill(0);
  // One of the two keys is taken octet by octet.
  const instead = random(CONTENT_KEY_OCTETS);
  const keep = ((wrong - 1) >> 8) & 0xff;
  for (let at = 0; at < CONTENT_KEY_OCTETS; at++) instead[at] = (key[at]! & keep) | (instead[at]! & ~keep);
  key.fill(0);
  return instead;
}

/** The hash of the empty label, zeros, and a one before the message. */
function expectedAt(at: number, keyAt: number): number {
  if (at < HASH_OCTETS) return EMPTY_LABEL_HASH[at]!;
  return at === keyAt - 1 ? 1 : 0;
}

/** Adds MGF1 of `from` to `to` (RFC 8017 appendix B.2.1). */
function addMask(to: Uint8Array, from: Uint8Array): void {
  const input = new Uint8Array(from.length + 4);
  input.set(from);
  for (let block = 0; block * HASH_OCTETS < to.length; block++) {
    input.set([0, 0, block >> 8, block & 0xff], from.length);
    const octets = hash('sha256', input, 'buffer');
    for (let at = 0; at < HASH_OCTETS && block * HASH_OCTETS + at < to.length; at++)
      to[block * HASH_OCTETS + at]! ^= octets[at]!;
    octets.fill(0);
  }
  input.fill(0);
}

const HASH_OCTETS = 32;
const EMPTY_LABEL_HASH: Uint8Array = hash('sha256', new Uint8Array(), 'buffer');
