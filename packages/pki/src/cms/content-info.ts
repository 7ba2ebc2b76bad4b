/** `ContentInfo ::= SEQUENCE { contentType OBJECT IDENTIFIER, content [0] EXPLICIT ANY }` (RFC 5652 §3). */
import { type TranscodeLimits, transcodeToDer } from '../ber/index.ts';
import { type DerReader, type Oid, readDer } from '../der/index.ts';
import { SIGNED_DATA } from './content-types.ts';
import { CmsError, type CmsErrorCode } from './errors.ts';

/** Bounds of one reading. */
export type CmsLimits = TranscodeLimits;

/** Content type that a reading expects, and the code that it refuses others with. */
export interface ContentKind {
  readonly type: Oid;
  readonly name: string;
  readonly code: CmsErrorCode;
}

/**
 * Reads a structure out of its ContentInfo, in DER or BER.
 *
 * @param read - takes a reader of what stands in the structure, and the transcoded message
 * @throws {@link CmsError} with the code of the kind
 * @throws {BerError} when the bytes are not one BER element, or more than allowed
 * @throws {DerError} as `read` does
 */
export function readContentInfo<T>(
  bytes: Uint8Array,
  limits: CmsLimits,
  kind: ContentKind,
  read: (content: DerReader, message: Uint8Array) => T,
): T {
  const message = transcodeToDer(bytes, limits);
  return readDer(message, (reader) => {
    const contentInfo = reader.readSequence();
    const type = contentInfo.readOid();
    if (type !== kind.type) throw new CmsError(kind.code, `the content type is ${type}, not ${kind.name} ${kind.type}`);
    const explicit = contentInfo.readExplicit(0);
    contentInfo.finish();
    const content = explicit.readSequence();
    explicit.finish();
    const value = read(content, message);
    content.finish();
    return value;
  });
}

/** As {@link readContentInfo}, of a SignedData. @throws {@link CmsError} `cms.not_signed_data` */
export function readSignedDataContent<T>(
  bytes: Uint8Array,
  limits: CmsLimits,
  read: (signedData: DerReader, message: Uint8Array) => T,
): T {
  return readContentInfo(bytes, limits, SIGNED, read);
}

const SIGNED: ContentKind = { type: SIGNED_DATA, name: 'signedData', code: 'cms.not_signed_data' };
