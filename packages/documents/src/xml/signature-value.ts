/** Form of signature values: ECDSA and DSA as `r || s` of fixed length (XMLDSig §6.4.1, §6.4.3), all others as they come. */
import {
  ecdsaSignatureToDer,
  ecdsaSignatureToPlain,
  type PublicKey,
  type SignatureAlgorithm,
  writeDer,
} from '@sealwright/pki';

/**
 * The value of a signature that a key made in the form of certificates and crypto tokens, where ECDSA and DSA are a SEQUENCE.
 *
 * @throws {DerError} when it is not of `publicKey`'s curve
 */
export function toSignatureValue(signature: Uint8Array, publicKey: PublicKey): Uint8Array {
  return publicKey.curve === undefined ? signature : ecdsaSignatureToPlain(signature, publicKey.curve);
}

/** The form that verification takes; undefined for a value that cannot be one of the key. */
export function fromSignatureValue(
  value: Uint8Array,
  algorithm: SignatureAlgorithm,
  publicKey: PublicKey,
): Uint8Array | undefined {
  const { name } = algorithm.keyAlgorithm;
  if (name === 'DSA') return dsaSignatureToDer(value);
  if (name !== 'ECDSA') return value;
  return publicKey.curve === undefined ? undefined : ecdsaSignatureToDer(value, publicKey.curve);
}

/** Each half is as long as the order of the subgroup: 20 octets with SHA-1, up to 32. */
function dsaSignatureToDer(value: Uint8Array): Uint8Array | undefined {
  const half = value.length / 2;
  if (!Number.isInteger(half) || half < 20 || half > 32) return undefined;
  return writeDer((writer) =>
    writer.sequence(() => writer.unsignedInteger(value.subarray(0, half)).unsignedInteger(value.subarray(half))),
  );
}
