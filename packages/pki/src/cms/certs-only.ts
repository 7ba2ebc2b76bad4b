/**
 * Certificates in a SignedData without content and signers: "certs-only", what `.p7b` and `.p7c` files hold (RFC 5652 §5,
 * RFC 8551 §3.8).
 */
import { asDer, contextConstructed, type Der, type DerReader, type DerWriter, Tag, writeDer } from '../der/index.ts';
import { type CmsLimits, readSignedDataContent } from './content-info.ts';
import { DATA, SIGNED_DATA } from './content-types.ts';
import { CmsError } from './errors.ts';

/**
 * Makes a certs-only message.
 *
 * The certificates keep the order given, since programs take the first one for the leaf. That is the one thing in which it
 * is BER and not DER: a SET OF would be sorted (X.690 §11.6), and RFC 5652 §5.1 does not ask for DER here.
 *
 * @param certificates - each in DER, not looked into; an end entity's first, then its issuer's, and so on
 */
export function encodeCertsOnly(certificates: readonly Uint8Array[]): Der<'Pkcs7'> {
  const message = writeDer((writer) => {
    writer.sequence(() => writer.oid(SIGNED_DATA).explicit(0, () => writeSignedData(writer, certificates)));
  });
  return asDer(message);
}

/**
 * Reads the certificates of a certs-only message, in its order, in DER or BER.
 *
 * Each is a certificate's octets, not looked into: lengths and strings in DER, which it is signed in (RFC 5280 §4.1.1.3). CRLs,
 * attribute certificates and certificates of other kinds are passed over.
 *
 * @param limits - `maxOctets` of the message, 16 MiB when left out
 * @throws {@link CmsError} `cms.not_signed_data`, `cms.not_certs_only`
 * @throws {BerError} when the bytes are not one BER element, or more than allowed
 * @throws {DerError} when they are not a SignedData
 */
export function readCertsOnly(bytes: Uint8Array, limits: CmsLimits = {}): Uint8Array[] {
  return readSignedDataContent(bytes, limits, readSignedData);
}

function writeSignedData(writer: DerWriter, certificates: readonly Uint8Array[]): void {
  writer.sequence(() => {
    writer.integer(VERSION).setOf([]);
    writer.sequence(() => writer.oid(DATA));
    if (certificates.length > 0)
      writer.constructed(contextConstructed(0), () => certificates.forEach((certificate) => writer.raw(certificate)));
    writer.setOf([]);
  });
}

function readSignedData(signedData: DerReader): Uint8Array[] {
  signedData.readSmallInteger(MAX_VERSION);
  signedData.readSetOf({ anyOrder: true });
  signedData.readSequence();
  const certificates = signedData.nextIs(contextConstructed(0)) ? readCertificates(signedData.readExplicit(0)) : [];
  // [1] holds CRLs.
  if (signedData.nextIs(contextConstructed(1))) signedData.readAny();
  const signers = signedData.readSetOf({ anyOrder: true });
  if (!signers.atEnd) throw new CmsError('cms.not_certs_only', 'the message has signers, so it is not certs-only');
  return certificates;
}

function readCertificates(set: DerReader): Uint8Array[] {
  const certificates: Uint8Array[] = [];
  while (!set.atEnd) {
    const { tag, raw } = set.readAny();
    if (tag === Tag.sequence) certificates.push(raw);
  }
  return certificates;
}

/** Certificates are X.509 ones and there is no content of another type (RFC 5652 §5.1). */
const VERSION = 1;
const MAX_VERSION = 5;
