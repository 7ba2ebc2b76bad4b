/** The extensions of OCSP requests and responses (RFC 6960 §4.4, RFC 8954, RFC 9654). */
import { readExtensions, writeExtensions } from '../certificate/extensions.ts';
import { Tolerance } from '../certificate/tolerance.ts';
import { DerError, type DerReader, type DerWriter, oid, readDer, writeDer } from '../der/index.ts';
import type { Extension, ExtensionType } from '../extension/extension.ts';
import { nullExtension } from '../extension/null-extension.ts';

/**
 * `Nonce ::= OCTET STRING (SIZE(1..128))`, by which a client knows the answer to its request (RFC 9654 §2.1).
 *
 * `encode` throws a RangeError for another length. Clients of RFC 2560 that wrote the octets without a tag are not understood.
 */
export const ocspNonce: ExtensionType<Uint8Array> = {
  oid: oid('1.3.6.1.5.5.7.48.1.2'),
  name: 'ocspNonce',
  encode(value) {
    if (value.length === 0 || value.length > MAX_NONCE)
      throw new RangeError(`a nonce of ${value.length} octets; 1 to ${MAX_NONCE} are allowed`);
    return writeDer((writer) => writer.octetString(value));
  },
  decode: (der) =>
    readDer(der, (reader) => {
      const value = reader.readOctetString();
      if (value.length === 0 || value.length > MAX_NONCE)
        throw new DerError('der.out_of_range', `a nonce has ${value.length} octets, and not 1 to ${MAX_NONCE}`, 0);
      return value;
    }),
};

/** `ArchiveCutoff ::= GeneralizedTime`: since when certificates that have ended are still known, in seconds (RFC 6960 §4.4.4). */
export const archiveCutoff: ExtensionType<number> = {
  oid: oid('1.3.6.1.5.5.7.48.1.6'),
  name: 'ocspArchiveCutoff',
  encode: (value) => writeDer((writer) => writer.generalizedTime(value)),
  decode: (der) => readDer(der, (reader) => reader.readGeneralizedTime()),
};

/** `NULL`: the responder says `revoked` of certificates that were never issued, too (RFC 6960 §4.4.8). */
export const extendedRevoke: ExtensionType<true> = nullExtension(oid('1.3.6.1.5.5.7.48.1.9'), 'ocspExtendedRevoke');

/** Returns whether what is critical of a response is understood. */
export function isUnderstoodInResponses({ critical, oid }: Extension): boolean {
  return !critical || UNDERSTOOD.has(oid);
}

/** Reads `[number] EXPLICIT Extensions OPTIONAL`. @throws {DerError} @throws {X509Error} `x509.duplicate_extension` */
export function readOptionalExtensions(reader: DerReader, number: number): readonly Extension[] {
  const explicit = reader.readOptionalExplicit(number);
  if (explicit === undefined) return [];
  const extensions = readExtensions(explicit, new Tolerance({}));
  explicit.finish();
  return extensions;
}

/** Writes them, nothing when there is none. @throws {X509Error} `x509.duplicate_extension` */
export function writeOptionalExtensions(writer: DerWriter, extensions: readonly Extension[], number: number): void {
  if (extensions.length > 0) writer.explicit(number, () => writeExtensions(writer, extensions));
}

const UNDERSTOOD = new Set([ocspNonce.oid, archiveCutoff.oid, extendedRevoke.oid]);
const MAX_NONCE = 128;
