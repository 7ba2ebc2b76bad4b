/** SignedData in DER as it is built: whole, or around a content that passes by (RFC 5652 §5.1). */
import { concatenate } from '../certificate/signed.ts';
import {
  type AroundGap,
  asDer,
  type Der,
  type DerWriter,
  type Oid,
  Tag,
  writeDer,
  writeDerAround,
} from '../der/index.ts';
import { SIGNED_DATA } from './content-types.ts';
import { type SignedDataExtras, versionOf, writeAfterContent, writeBeforeContent } from './signed-data-parts.ts';
import { readSignerHead } from './signer-info.ts';

/** Fields of a message other than the content. */
export interface SignedDataFields extends SignedDataExtras {
  readonly contentType: Oid;
  readonly signers: readonly Der<'SignerInfo'>[];
  /** Tag of the content; OCTET STRING when left out. Another one makes PKCS #7, whose content is any element (RFC 5652 §5.2.1). */
  readonly contentTag?: number | undefined;
}

/** Encodes a message. @param content - without tag and length; undefined for a detached signature */
export function encodeSignedData(fields: SignedDataFields, content: Uint8Array | undefined): Der<'Pkcs7'> {
  if (content !== undefined && content.length > MAX_MOVED_OCTETS) {
    const { before, after } = signedDataAround(fields, content.length);
    return asDer<'Pkcs7'>(concatenate([before, content, after]));
  }
  const der = writeDer((writer) =>
    writeSignedData(writer, fields, content === undefined ? undefined : () => writer.raw(content)),
  );
  return asDer<'Pkcs7'>(der);
}

/**
 * Encodes what precedes and follows a content of `contentOctets` octets, so that a content of any size is sent between the two and never
 * stands in memory. It passes by twice: once to be digested, before the signature is made, and once to be sent.
 */
export function signedDataAround(fields: SignedDataFields, contentOctets: number): AroundGap {
  return writeDerAround((writer) => writeSignedData(writer, fields, () => writer.gap(contentOctets)));
}

function writeSignedData(
  writer: DerWriter,
  fields: SignedDataFields,
  writeContent: (() => DerWriter) | undefined,
): DerWriter {
  const { contentType, contentTag = Tag.octetString } = fields;
  const signers = fields.signers.map(readSignerHead);
  const digests = signers.map(({ digestAlgorithmIdentifier }) => digestAlgorithmIdentifier.der);
  return writer.sequence(() =>
    writer.oid(SIGNED_DATA).explicit(0, () =>
      writer.sequence(() => {
        writeBeforeContent(writer, versionOf(contentType, fields, signers), digests);
        writer.sequence(() => {
          writer.oid(contentType);
          if (writeContent !== undefined) writer.explicit(0, () => writer.constructed(contentTag, writeContent));
        });
        writeAfterContent(writer, fields, fields.signers);
      }),
    ),
  );
}

/** A writer moves a content once for each level around it, which is nothing for a small one. */
const MAX_MOVED_OCTETS = 65_536;
