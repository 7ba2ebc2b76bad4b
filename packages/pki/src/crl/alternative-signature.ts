/**
 * The second signature of a CRL (X.509 §9.8, ITU-T of 2019). It is made before the first one, which is over it too.
 *
 * A CRL of a million entries takes 40 MB, so nothing of it moves when its second signature comes: it is encoded with room before it, for
 * the signature algorithm, and behind it, for the signature.
 */
import { hasValidAlternativeSignature } from '../certificate/alternative-signature.ts';
import { encodeHeader } from '../certificate/signed.ts';
import { asDer, type Der, Tag, writeDer } from '../der/index.ts';
import { altSignatureValue } from '../extension/alternative-signature.ts';
import { makeExtension } from '../extension/extension.ts';
import type { PublicKey } from '../public-key/index.ts';
import type { Crl } from './crl.ts';
import {
  copyCrlParts,
  encodeCrlExtensions,
  type EncodeCrlOptions,
  type TbsCrl,
  tbsCrlParts,
  VERSION_2,
} from './tbs-crl.ts';

/** A CRL that has no signature yet. Plain data: its octets can go to another thread. */
export interface PreTbsCrl {
  /** With room at both ends. They fill their buffer. */
  readonly octets: Uint8Array;
  /** Offset of the start of the CRL. */
  readonly start: number;
  readonly end: number;
  /** Offset of its issuer: what precedes it has no signature algorithm yet. */
  readonly issuerAt: number;
  /** Offset of its extensions. */
  readonly extensionsAt: number;
}

/**
 * Encodes what an alternative signature is over: the CRL without its signature algorithm and, since it is not made yet, without that
 * signature (X.509 §9.8.4).
 *
 * @param crl - its extensions are those of the CRL, altSignatureAlgorithm among them
 * @throws {X509Error} `x509.duplicate_extension`
 * @throws {RangeError} for times that are not whole seconds of the years 0 to 9999
 */
export function encodePreTbsCrl(
  crl: Omit<TbsCrl, 'signatureAlgorithm'>,
  { consumeEntries = false }: EncodeCrlOptions = {},
): PreTbsCrl {
  const parts = tbsCrlParts(crl, VERSION_2);
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const octets = new Uint8Array(ROOM_BEFORE + length + ROOM_BEHIND);
  const start = ROOM_BEFORE;
  const end = start + length;
  const places = { issuerAt: start + parts[0]!.length + VERSION_2.length, extensionsAt: end - parts.at(-1)!.length };
  copyCrlParts(parts, octets.subarray(start), new Set(consumeEntries ? crl.entries : []));
  return { octets, start, end, ...places };
}

/** The octets that the alternative signature is over. A view. */
export function preTbsOctets({ octets, start, end }: PreTbsCrl): Der<'PreTbsCrl'> {
  return asDer<'PreTbsCrl'>(octets.subarray(start, end));
}

/**
 * Puts the alternative signature into the CRL, and the algorithm of the signature that is to follow.
 *
 * @param crl - `extensions`: those that it was encoded with
 * @returns what is to be signed; a view on the same octets, which are no longer what the alternative signature is over
 * @throws {RangeError} for a signature of more than 64 KiB: the longest, of SLH-DSA, have 50 KB
 */
export function completeTbsCrl(
  { octets, issuerAt, extensionsAt }: PreTbsCrl,
  { signatureAlgorithm, extensions }: Pick<TbsCrl, 'signatureAlgorithm' | 'extensions'>,
  alternativeSignature: Uint8Array,
): Der<'TbsCrl'> {
  const behind = encodeCrlExtensions([...extensions, makeExtension(altSignatureValue, alternativeSignature, false)]);
  const end = extensionsAt + behind.length;
  const fields = writeDer((writer) => writer.raw(VERSION_2).raw(signatureAlgorithm.der));
  const header = encodeHeader(Tag.sequence, fields.length + end - issuerAt);
  const start = issuerAt - fields.length - header.length;
  if (start < 0 || end > octets.length) throw new RangeError('there is no room for the alternative signature');
  octets.set(header, start);
  octets.set(fields, start + header.length);
  octets.set(behind, extensionsAt);
  return asDer<'TbsCrl'>(octets.subarray(start, end));
}

/**
 * Returns whether the CRL has an alternative signature that was made with the private key of `issuerPublicKey`: the issuer's own alternative key,
 * which stands in the subjectAltPublicKeyInfo of its certificate.
 *
 * @throws {DerError} when one of the extensions is not what it has to be
 * @throws {AlgorithmError} when the signature algorithm is unknown
 * @throws {PublicKeyError} `key.invalid` when the cryptographic library refuses the key
 */
export function verifyAlternativeCrlSignature(crl: Crl, issuerPublicKey: PublicKey): boolean {
  return hasValidAlternativeSignature(crl, { before: [Tag.integer], extensions: 0 }, issuerPublicKey);
}

/** An AlgorithmIdentifier of a signature has at most 70 octets (RSA-PSS), and the lengths before it grow by a few. */
const ROOM_BEFORE = 256;
const ROOM_BEHIND = 64 * 1024;
