/**
 * The secret number of one ECDSA signature (RFC 6979 §3.2, with additional data as in §3.6).
 *
 * It follows from the key and the digest, so a generator of random numbers that fails never makes two messages share one. The additional
 * data is random: who can make the same signature run twice, with a fault in one of them, learns nothing from the two.
 */
import { createHmac } from 'node:crypto';
import type { HashAlgorithm } from '@sealwright/pki';
import { bitsToInteger, integerToOctets } from './integer-octets.ts';

/**
 * Gives the number, 1 to `order - 1`.
 *
 * @param secret - the private key, as long as the order
 * @param hash - the digest's own
 * @param additional - any octets; with none it is the nonce of RFC 6979 §3.2
 */
export function deterministicNonce(
  order: bigint,
  orderBits: number,
  secret: Uint8Array,
  digest: Uint8Array,
  hash: HashAlgorithm,
  additional: Uint8Array,
): bigint {
  const mac = (key: Uint8Array, ...parts: readonly Uint8Array[]): Uint8Array => {
    const hmac = createHmac(hash.nodeName, key);
    for (const part of parts) hmac.update(part);
    return hmac.digest();
  };
  const reduced = integerToOctets(bitsToInteger(digest, orderBits) % order, Math.ceil(orderBits / 8));
  let value: Uint8Array = new Uint8Array(hash.length).fill(1);
  let key: Uint8Array = new Uint8Array(hash.length);
  for (const round of [0, 1]) {
    key = mac(key, value, Uint8Array.of(round), secret, reduced, additional);
    value = mac(key, value);
  }
  for (;;) {
    const octets: Uint8Array[] = [];
    for (let bits = 0; bits < orderBits; bits += hash.length * 8) octets.push((value = mac(key, value)));
    const nonce = bitsToInteger(Buffer.concat(octets), orderBits);
    if (nonce > 0n && nonce < order) return nonce;
    key = mac(key, value, Uint8Array.of(0));
    value = mac(key, value);
  }
}
