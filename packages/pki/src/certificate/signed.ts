/**
 * The outermost shape that certificates, CRLs and requests share:
 * `SIGNED ::= SEQUENCE { toBeSigned, signatureAlgorithm AlgorithmIdentifier, signature BIT STRING }`.
 */
import { hasExactParameters, readAlgorithmIdentifier, type SignatureAlgorithm } from '../algorithm/index.ts';
import { compareBytes, type Der, type DerReader, readDer, Tag } from '../der/index.ts';
import { type PublicKey, verifySignature } from '../public-key/index.ts';
import { X509Error } from './errors.ts';
import type { Leniency } from './leniencies.ts';
import type { Tolerance } from './tolerance.ts';

/** A signed structure, taken apart. All bytes are views on the input. */
export interface Signed {
  readonly raw: Uint8Array;
  /** The signed octets. */
  readonly toBeSigned: Uint8Array;
  /** Stands inside what was signed. */
  readonly content: DerReader;
  readonly algorithmDer: Der<'AlgorithmIdentifier'>;
  readonly signature: Uint8Array;
}

/**
 * Takes one signed structure apart; nothing is verified.
 *
 * A signature of which some bits do not count is not a signature: a verifier asks for `signature-bits` among the departures.
 *
 * @throws {DerError}
 * @throws {X509Error} `x509.nonconforming`
 */
export function readSigned(der: Uint8Array, tolerance: Tolerance): Signed {
  return readDer(der, (reader) => {
    const { raw, content: outer } = reader.readSequenceElement();
    const { raw: toBeSigned, content } = outer.readSequenceElement();
    const algorithmDer = readAlgorithmIdentifier(outer).der;
    const { bytes: signature, unusedBits } = outer.readBitString();
    if (unusedBits !== 0) tolerance.allow('signature-bits');
    outer.finish();
    return { raw, toBeSigned, content, algorithmDer, signature };
  });
}

/** Encodes the signed structure. */
export function encodeSigned(
  toBeSigned: Uint8Array,
  algorithm: Pick<SignatureAlgorithm, 'der'>,
  signature: Uint8Array,
): Uint8Array {
  return concatenate(signedPieces(toBeSigned, algorithm, signature));
}

/** The signed structure as pieces one after the other; `toBeSigned` is one of them and not copied. */
export function signedPieces(
  toBeSigned: Uint8Array,
  { der }: Pick<SignatureAlgorithm, 'der'>,
  signature: Uint8Array,
): readonly Uint8Array[] {
  const bitStringHeader = encodeHeader(Tag.bitString, signature.length + 1);
  const contentLength = toBeSigned.length + der.length + bitStringHeader.length + 1 + signature.length;
  return [encodeHeader(Tag.sequence, contentLength), toBeSigned, der, bitStringHeader, NO_UNUSED_BITS, signature];
}

/**
 * Reads the AlgorithmIdentifier inside what was signed and compares it with the one outside, octet for octet.
 *
 * @throws {X509Error} `x509.algorithm_mismatch`
 */
export function readInnerAlgorithm(content: DerReader, outer: Der<'AlgorithmIdentifier'>, tolerance: Tolerance): void {
  const inner = readAlgorithmIdentifier(content);
  if (compareBytes(inner.der, outer) !== 0) {
    throw new X509Error(
      'x509.algorithm_mismatch',
      'the signature algorithm inside what was signed differs from the one outside',
    );
  }
  if (!hasExactParameters(inner)) tolerance.allow('algorithm-parameters');
}

/**
 * Returns whether `signed` carries a signature over `data` that the owner of `publicKey` made.
 *
 * @throws {AlgorithmError} when the signature algorithm is unknown
 * @throws {PublicKeyError} `key.invalid` when the cryptographic library refuses the key
 */
export function isSignedBy(
  signed: {
    readonly signatureAlgorithm: SignatureAlgorithm;
    readonly signature: Uint8Array;
    readonly departures: readonly Leniency[];
  },
  data: Uint8Array,
  publicKey: PublicKey,
): boolean {
  // The octets alone may well verify: what was changed is how many of their bits count.
  if (signed.departures.includes('signature-bits')) return false;
  const { signatureAlgorithm: algorithm, signature } = signed;
  return verifySignature({ algorithm, publicKey, data, signature });
}

/** The identifier and length octets of an element of the tag `tag` (one octet) with `length` content octets. */
export function encodeHeader(tag: number, length: number): Uint8Array {
  if (length < 0x80) return Uint8Array.of(tag, length);
  const octets: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) octets.unshift(rest & 0xff);
  return Uint8Array.of(tag, 0x80 | octets.length, ...octets);
}

/** Joins `parts` in one array of their size: a CRL of many megabytes is copied once. */
export function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

const NO_UNUSED_BITS = Uint8Array.of(0);
