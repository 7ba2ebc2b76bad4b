import { PkiError } from '../errors.ts';

/** Problems with a public key. */
export type PublicKeyErrorCode =
  /** an algorithm that no key of ours and nobody's certificate that we read has */
  | 'key.unknown_algorithm'
  /** parameters that the algorithm does not take */
  | 'key.bad_parameters'
  /** curve parameters that are spelled out instead of named (RFC 5480 §2.1.1 forbids them) */
  | 'key.explicit_curve'
  /** a curve that is not in the table */
  | 'key.unsupported_curve'
  /** a point whose first octet or length does not fit its curve */
  | 'key.bad_point'
  /** a point in compressed form */
  | 'key.compressed_point'
  /** a modulus below 1,024 or above 16,384 bits, or a key of the wrong length */
  | 'key.bad_size'
  /** an even or non-positive modulus */
  | 'key.bad_modulus'
  /** an even exponent, or one below 3 or above 64 bits */
  | 'key.bad_exponent'
  /** well formed, and refused by the cryptographic library: a point off its curve, for example */
  | 'key.invalid';

/** A SubjectPublicKeyInfo that is refused. */
export class PublicKeyError extends PkiError<PublicKeyErrorCode> {}
