/** The attributes that CMS itself defines for signers (RFC 5652 §11), and the type of the content as a mail has it. */
import { DerError, oid, type Oid, readDer, writeDer } from '../der/index.ts';
import { readText, writeText } from '../extension/text.ts';
import type { CmsAttributeType } from './attribute.ts';

/** The content type of what was signed (RFC 5652 §11.1). */
export const contentType: CmsAttributeType<Oid> = {
  oid: oid('1.2.840.113549.1.9.3'),
  name: 'contentType',
  encode: (value) => writeDer((writer) => writer.oid(value)),
  decode: (der) => readDer(der, (reader) => reader.readOid()),
};

/** The digest of the content (RFC 5652 §11.2). */
export const messageDigest: CmsAttributeType<Uint8Array> = {
  oid: oid('1.2.840.113549.1.9.4'),
  name: 'messageDigest',
  encode: (value) => writeDer((writer) => writer.octetString(value)),
  decode: (der) => readDer(der, (reader) => reader.readOctetString()),
};

/** When the signer says it signed, in seconds since 1970-01-01T00:00:00Z (RFC 5652 §11.3). */
export const signingTime: CmsAttributeType<number> = {
  oid: oid('1.2.840.113549.1.9.5'),
  name: 'signingTime',
  encode: (value) => writeDer((writer) => writer.time(value)),
  decode: (der) => readDer(der, (reader) => reader.readTime()),
};

/** The media type of what was signed, such as `text/plain` (ETSI EN 319 122-1 §5.2.5). */
export const mimeType: CmsAttributeType<string> = {
  oid: oid('0.4.0.1733.2.1'),
  name: 'mimeType',
  encode: (value) => writeDer((writer) => writeText(writer, 'utf8String', value, { min: 1, max: MAX_MIME_TYPE })),
  decode: (der) =>
    readDer(der, (reader) => {
      const text = readText(reader, 'utf8String');
      if (text === '') throw new DerError('der.out_of_range', 'a media type is empty', 0);
      return text;
    }),
};

const MAX_MIME_TYPE = 255;
