/** Certificates as they are built: the bytes to be signed, and those bytes with their signature (RFC 5280 §4.1). */
import type { SignatureAlgorithm } from '../algorithm/index.ts';
import { asDer, type Der, Tag, writeDer } from '../der/index.ts';
import type { Extension } from '../extension/extension.ts';
import { type SerialNumber, serialNumberToBytes } from '../serial-number.ts';
import { writeExtensions } from './extensions.ts';
import { encodeSigned } from './signed.ts';

/** Contents of a certificate of version 3. */
export interface TbsCertificate {
  readonly serialNumber: SerialNumber;
  readonly signatureAlgorithm: SignatureAlgorithm;
  /** The issuer's subject, octet for octet (RFC 5280 §4.1.2.4). */
  readonly issuer: Der<'Name'>;
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly notBefore: number;
  /** Seconds since 1970-01-01T00:00:00Z, inclusive. */
  readonly notAfter: number;
  readonly subject: Der<'Name'>;
  readonly publicKey: Der<'SubjectPublicKeyInfo'>;
  /** In the order to be written; none may stand twice. */
  readonly extensions: readonly Extension[];
}

/**
 * Encodes what is to be signed. Always version 3; names and key go in as they are.
 *
 * @throws {X509Error} `x509.duplicate_extension`
 * @throws {RangeError} for times that are not whole seconds of the years 0 to 9999
 */
export function encodeTbsCertificate(certificate: TbsCertificate): Der<'TbsCertificate'> {
  return asDer<'TbsCertificate'>(encodeFields(certificate, certificate.signatureAlgorithm));
}

/**
 * Encodes what an alternative signature is over: the certificate without its signature algorithm and, since it is not made yet, without
 * that signature (X.509 §9.8.4). Its extensions are those of the certificate, altSignatureAlgorithm among them.
 */
export function encodePreTbsCertificate(
  certificate: Omit<TbsCertificate, 'signatureAlgorithm'>,
): Der<'PreTbsCertificate'> {
  return asDer<'PreTbsCertificate'>(encodeFields(certificate, undefined));
}

function encodeFields(
  certificate: Omit<TbsCertificate, 'signatureAlgorithm'>,
  signatureAlgorithm: SignatureAlgorithm | undefined,
): Uint8Array {
  const { extensions } = certificate;
  return writeDer((writer) =>
    writer.sequence(() => {
      writer.raw(VERSION_3);
      writer.primitive(Tag.integer, serialNumberToBytes(certificate.serialNumber));
      if (signatureAlgorithm !== undefined) writer.raw(signatureAlgorithm.der);
      writer.raw(certificate.issuer);
      writer.sequence(() => writer.time(certificate.notBefore).time(certificate.notAfter));
      writer.raw(certificate.subject);
      writer.raw(certificate.publicKey);
      if (extensions.length > 0) writer.explicit(3, () => writeExtensions(writer, extensions));
    }),
  );
}

/** Puts the signature over `tbs` to it. `signatureAlgorithm` is the one inside `tbs`. */
export function assembleCertificate(
  tbs: Der<'TbsCertificate'>,
  signatureAlgorithm: SignatureAlgorithm,
  signature: Uint8Array,
): Der<'Certificate'> {
  return asDer<'Certificate'>(encodeSigned(tbs, signatureAlgorithm, signature));
}

/** `[0] EXPLICIT INTEGER 2`. */
const VERSION_3 = Uint8Array.of(0xa0, 0x03, Tag.integer, 0x01, 0x02);
