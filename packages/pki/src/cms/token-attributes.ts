/** The attributes whose value is a structure of its own: a time-stamp token, or another signature (RFC 5126 §5.11.4, §6.1.1). */
import { oid, readDer } from '../der/index.ts';
import type { CmsAttributeType } from './attribute.ts';

/** Unsigned: a time-stamp token over the signature value, as a ContentInfo. */
export const signatureTimeStamp: CmsAttributeType<Uint8Array> = token(
  '1.2.840.113549.1.9.16.2.14',
  'signatureTimeStamp',
);

/** Signed: a time-stamp token over the content, as a ContentInfo. */
export const contentTimeStamp: CmsAttributeType<Uint8Array> = token('1.2.840.113549.1.9.16.2.20', 'contentTimeStamp');

/** Unsigned: a signature over the signature value, as a SignerInfo (RFC 5652 §11.4). */
export const counterSignature: CmsAttributeType<Uint8Array> = token('1.2.840.113549.1.9.6', 'countersignature');

function token(id: string, name: string): CmsAttributeType<Uint8Array> {
  const decode = (der: Uint8Array): Uint8Array => readDer(der, (reader) => reader.readSequenceElement().raw);
  return { oid: oid(id), name, encode: decode, decode };
}
