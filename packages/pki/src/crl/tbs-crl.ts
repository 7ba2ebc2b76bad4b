/** CRLs as they are built: the bytes to be signed, and those bytes with their signature (RFC 5280 §5.1). */
import type { SignatureAlgorithm } from '../algorithm/index.ts';
import { writeExtensions } from '../certificate/extensions.ts';
import { encodeHeader, encodeSigned, signedPieces } from '../certificate/signed.ts';
import { asDer, type Der, Tag, writeDer } from '../der/index.ts';
import type { Extension } from '../extension/extension.ts';

/** Contents of a CRL of version 2. */
export interface TbsCrl {
  readonly signatureAlgorithm: SignatureAlgorithm;
  /** The issuer's subject, octet for octet. */
  readonly issuer: Der<'Name'>;
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly thisUpdate: number;
  /** Seconds since 1970-01-01T00:00:00Z; not optional for writers (RFC 5280 §5.1.2.5). */
  readonly nextUpdate: number;
  /**
   * The elements of `revokedCertificates`: whole ones, each array holding one or many in a row, such as the chunks of a
   * `CrlEntryWriter`. The field is left out when there is none (RFC 5280 §5.1.2.6).
   */
  readonly entries: readonly Uint8Array[];
  /** In the order to be written; none may stand twice. */
  readonly extensions: readonly Extension[];
}

/** Treatment of the octets of the entries. */
export interface EncodeCrlOptions {
  /**
   * Gives the memory of each array of entries back as soon as it is copied, so that a list of a million never takes twice its size. The
   * arrays, and all that share a buffer with them, are empty afterwards.
   */
  readonly consumeEntries?: boolean;
}

/**
 * Encodes what is to be signed, in one buffer of the final size.
 *
 * @throws {X509Error} `x509.duplicate_extension`
 * @throws {RangeError} for times that are not whole seconds of the years 0 to 9999
 */
export function encodeTbsCrl(crl: TbsCrl, { consumeEntries = false }: EncodeCrlOptions = {}): Der<'TbsCrl'> {
  const parts = tbsCrlParts(
    crl,
    writeDer((writer) => writer.raw(VERSION_2).raw(crl.signatureAlgorithm.der)),
  );
  const tbs = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  copyCrlParts(parts, tbs, new Set(consumeEntries ? crl.entries : []));
  return asDer<'TbsCrl'>(tbs);
}

/** The octets of a TBSCertList, in order, after `beginning`, which is the version and what comes before the issuer. */
export function tbsCrlParts(
  { issuer, thisUpdate, nextUpdate, entries, extensions }: Omit<TbsCrl, 'signatureAlgorithm'>,
  beginning: Uint8Array,
): readonly Uint8Array[] {
  const entriesLength = entries.reduce((sum, { length }) => sum + length, 0);
  const beforeEntries = writeDer((writer) => {
    writer.raw(beginning).raw(issuer).time(thisUpdate).time(nextUpdate);
    if (entriesLength > 0) writer.raw(encodeHeader(Tag.sequence, entriesLength));
  });
  const afterEntries = encodeCrlExtensions(extensions);
  const contentLength = beforeEntries.length + entriesLength + afterEntries.length;
  return [encodeHeader(Tag.sequence, contentLength), beforeEntries, ...entries, afterEntries];
}

/** Copies `parts` into `target`, one after the other; the memory of those in `consumed` is given back. */
export function copyCrlParts(
  parts: readonly Uint8Array[],
  target: Uint8Array,
  consumed: ReadonlySet<Uint8Array>,
): void {
  let at = 0;
  for (const part of parts) {
    const { length } = part;
    target.set(part, at);
    at += length;
    if (consumed.has(part)) release(part);
  }
}

/** `crlExtensions [0] EXPLICIT`, nothing without any. */
export function encodeCrlExtensions(extensions: readonly Extension[]): Uint8Array {
  return writeDer((writer) => {
    if (extensions.length > 0) writer.explicit(0, () => writeExtensions(writer, extensions));
  });
}

/** At once, and not when the collector comes by: it does not see how much memory hangs on a small object. */
function release({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}

/** Puts the signature over `tbs` to it. `signatureAlgorithm` is the one inside `tbs`. */
export function assembleCrl(
  tbs: Der<'TbsCrl'>,
  signatureAlgorithm: SignatureAlgorithm,
  signature: Uint8Array,
): Der<'Crl'> {
  return asDer<'Crl'>(encodeSigned(tbs, signatureAlgorithm, signature));
}

/** The same as pieces one after the other, for a list too large to be copied at once: `tbs` is one of them. */
export function crlPieces(
  tbs: Der<'TbsCrl'>,
  signatureAlgorithm: SignatureAlgorithm,
  signature: Uint8Array,
): readonly Uint8Array[] {
  return signedPieces(tbs, signatureAlgorithm, signature);
}

/** `INTEGER 1`. */
export const VERSION_2 = Uint8Array.of(Tag.integer, 0x01, 0x01);
