/** `ContentInfo ::= SEQUENCE { contentType OBJECT IDENTIFIER, content [0] EXPLICIT ANY }` (RFC 5652 §3). */
import { type TranscodeLimits, transcodeToDer } from '../ber/index.ts';
import { type DerReader, readDer } from '../der/index.ts';
import { SIGNED_DATA } from './content-types.ts';
import { CmsError } from './errors.ts';

/** Bounds of one reading. */
export type CmsLimits = TranscodeLimits;

/**
 * Reads a SignedData out of its ContentInfo, in DER or BER.
 *
 * @param read - takes the transcoded message, and a reader of the content of the SignedData
 * @throws {@link CmsError} `cms.not_signed_data`
 * @throws {BerError} when the bytes are not one BER element, or more than allowed
 * @throws {DerError} as `read` does
 */
export function readSignedDataContent<T>(
  bytes: Uint8Array,
  limits: CmsLimits,
  read: (signedData: DerReader, message: Uint8Array) => T,
): T {
  const message = transcodeToDer(bytes, limits);
  return readDer(message, (reader) => {
    const contentInfo = reader.readSequence();
    const type = contentInfo.readOid();
    if (type !== SIGNED_DATA)
      throw new CmsError('cms.not_signed_data', `the content type is ${type}, not signedData ${SIGNED_DATA}`);
    const explicit = contentInfo.readExplicit(0);
    contentInfo.finish();
    const signedData = explicit.readSequence();
    explicit.finish();
    const value = read(signedData, message);
    signedData.finish();
    return value;
  });
}
