/** RSA signatures of a digest that somebody else has made (RFC 8017 §8): `node:crypto` hashes whatever it signs, but pads and raises on request. */
import { constants, type KeyObject, privateEncrypt } from 'node:crypto';
import { digest as hashOf, encodeDigestInfo, type HashAlgorithm, type SignatureAlgorithm } from '@sealwright/pki';
import type { Random } from '../../kernel/random.ts';
import { UnsupportedSignatureError } from '../../modules/crypto-tokens/index.ts';

/**
 * Signs with PKCS #1 v1.5 or PSS, as the algorithm says.
 *
 * @throws {@link UnsupportedSignatureError} when the modulus is too short for the hash
 */
export function rsaOfDigest(
  privateKey: KeyObject,
  { name, hash, node: { options } }: SignatureAlgorithm & { readonly hash: HashAlgorithm },
  digest: Uint8Array,
  random: Random,
): Uint8Array {
  const bits = privateKey.asymmetricKeyDetails!.modulusLength!;
  if (options.saltLength === undefined) {
    const padding = constants.RSA_PKCS1_PADDING;
    return new Uint8Array(privateEncrypt({ key: privateKey, padding }, encodeDigestInfo({ hash, digest })));
  }
  const encoded = encodePss(digest, hash, random.bytes(options.saltLength), bits - 1);
  if (encoded === undefined) {
    throw new UnsupportedSignatureError(`A modulus of ${bits} bits is too short for ${name}.`);
  }
  const block = new Uint8Array(Math.ceil(bits / 8));
  block.set(encoded, block.length - encoded.length);
  return new Uint8Array(privateEncrypt({ key: privateKey, padding: constants.RSA_NO_PADDING }, block));
}

/** EMSA-PSS-ENCODE with MGF1 over the same hash (RFC 8017 §9.1.1). */
function encodePss(digest: Uint8Array, hash: HashAlgorithm, salt: Uint8Array, bits: number): Uint8Array | undefined {
  const length = Math.ceil(bits / 8);
  const maskedOctets = length - hash.length - 1;
  if (maskedOctets < salt.length + 1) return undefined;
  const salted = hashOf(hash, Buffer.concat([new Uint8Array(8), digest, salt]));
  const encoded = mask(salted, hash, maskedOctets);
  encoded[maskedOctets - salt.length - 1]! ^= 1;
  for (const [index, octet] of salt.entries()) encoded[maskedOctets - salt.length + index]! ^= octet;
  encoded[0]! &= 0xff >> (length * 8 - bits);
  return Buffer.concat([encoded, salted, Uint8Array.of(TRAILER)]);
}

/** MGF1 (RFC 8017 §B.2.1). */
function mask(seed: Uint8Array, hash: HashAlgorithm, length: number): Uint8Array {
  const masked = new Uint8Array(Math.ceil(length / hash.length) * hash.length);
  const input = Buffer.concat([seed, new Uint8Array(4)]);
  for (let counter = 0; counter * hash.length < length; counter++) {
    input.writeUInt32BE(counter, seed.length);
    masked.set(hashOf(hash, input), counter * hash.length);
  }
  return masked.subarray(0, length);
}

const TRAILER = 0xbc;
