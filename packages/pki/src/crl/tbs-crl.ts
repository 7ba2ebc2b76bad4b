/** CRLs as they are built: the bytes to be signed, and those bytes with their signature (RFC 5280 §5.1). */
import type { SignatureAlgorithm } from '../algorithm/index.ts';
import { writeExtensions } from '../certificate/extensions.ts';
import { encodeHeader, encodeSigned, signedPieces } from '../certificate/signed.ts';
import { asDer, type Der, Tag, writeDer } from '../der/index.ts';
import type { Extension } from '../extension/extension.ts';

/** What a CRL of version 2 says. */
export interface TbsCrl {
  readonly signatureAlgorithm: SignatureAlgorithm;
  /** The issuer's subject, octet for octet. */
  readonly issuer: Der<'Name'>;
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly thisUpdate: number;
  /** Seconds since 1970-01-01T00:00:00Z; not optional for whoever writes (RFC 5280 §5.1.2.5). */
  readonly nextUpdate: number;
  /**
   * The elements of `revokedCertificates`: whole ones, each array holding one or many in a row, such as the chunks of a
   * `CrlEntryWriter`. The field is left out when there is none (RFC 5280 §5.1.2.6).
   */
  readonly entries: readonly Uint8Array[];
  /** In the order to be written; none may stand twice. */
  readonly extensions: readonly Extension[];
}

/**
 * Encodes what is to be signed, in one buffer of the final size.
 *
 * @param options - `consumeEntries`: gives the memory of each array of entries back as soon as it is copied, so that a list of a
 *   million never takes twice its size. The arrays, and all that share a buffer with them, are empty afterwards.
 * @throws {X509Error} `x509.duplicate_extension`
 * @throws {RangeError} for times that are not whole seconds of the years 0 to 9999
 */
export function encodeTbsCrl(crl: TbsCrl, { consumeEntries = false } = {}): Der<'TbsCrl'> {
  const entriesLength = crl.entries.reduce((sum, { length }) => sum + length, 0);
  const beforeEntries = writeDer((writer) => {
    writer.raw(VERSION_2).raw(crl.signatureAlgorithm.der).raw(crl.issuer).time(crl.thisUpdate).time(crl.nextUpdate);
    if (entriesLength > 0) writer.raw(encodeHeader(Tag.sequence, entriesLength));
  });
  const afterEntries = writeDer((writer) => {
    if (crl.extensions.length > 0) writer.explicit(0, () => writeExtensions(writer, crl.extensions));
  });
  const contentLength = beforeEntries.length + entriesLength + afterEntries.length;
  const header = encodeHeader(Tag.sequence, contentLength);
  const tbs = new Uint8Array(header.length + contentLength);
  let at = 0;
  const append = (part: Uint8Array) => {
    tbs.set(part, at);
    at += part.length;
  };
  append(header);
  append(beforeEntries);
  for (const entries of crl.entries) {
    append(entries);
    if (consumeEntries) release(entries);
  }
  append(afterEntries);
  return asDer<'TbsCrl'>(tbs);
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
const VERSION_2 = Uint8Array.of(Tag.integer, 0x01, 0x01);
