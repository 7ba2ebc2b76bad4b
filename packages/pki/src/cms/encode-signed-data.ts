/** SignedData in DER as it is built: whole, or around a content that passes by (RFC 5652 §5.1). */
import { concatenate, encodeHeader } from '../certificate/signed.ts';
import { asDer, contextConstructed, type Der, type Oid, Tag, writeDer } from '../der/index.ts';
import { SIGNED_DATA } from './content-types.ts';
import { encodeAfterContent, encodeBeforeContent, type SignedDataExtras, versionOf } from './signed-data-parts.ts';
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
  const { before, after } = frame(fields, content?.length);
  return asDer<'Pkcs7'>(concatenate(content === undefined ? [before, after] : [before, content, after]));
}

/**
 * Encodes what precedes and follows a content of `contentOctets` octets, so that a content of any size is sent between the two and never
 * stands in memory. It passes by twice: once to be digested, before the signature is made, and once to be sent.
 */
export function signedDataAround(
  fields: SignedDataFields,
  contentOctets: number,
): { readonly before: Uint8Array; readonly after: Uint8Array } {
  return frame(fields, contentOctets);
}

function frame(fields: SignedDataFields, contentOctets: number | undefined): { before: Uint8Array; after: Uint8Array } {
  const { contentType, contentTag = Tag.octetString } = fields;
  const signers = fields.signers.map(readSignerHead);
  const digests = signers.map(({ digestAlgorithmIdentifier }) => digestAlgorithmIdentifier.der);
  const start = encodeBeforeContent(versionOf(contentType, fields, signers), digests);
  const after = encodeAfterContent(fields, fields.signers);
  // From the inside out: each header holds the length of what stands behind it.
  const before = new Headers(contentOctets ?? 0);
  if (contentOctets !== undefined) before.wrap(contentTag).wrap(EXPLICIT);
  before.precede(encodeOid(contentType)).wrap(Tag.sequence).precede(start).follow(after.length);
  before.wrap(Tag.sequence).wrap(EXPLICIT).precede(encodeOid(SIGNED_DATA)).wrap(Tag.sequence);
  return { before: before.finish(), after };
}

/** Headers before a content, each with the length of everything from there to the end. */
class Headers {
  readonly #parts: Uint8Array[] = [];
  #length: number;

  constructor(contentOctets: number) {
    this.#length = contentOctets;
  }

  /** Puts `bytes` before all. */
  precede(bytes: Uint8Array): this {
    this.#parts.unshift(bytes);
    this.#length += bytes.length;
    return this;
  }

  /** Counts octets that will stand behind all. */
  follow(octets: number): this {
    this.#length += octets;
    return this;
  }

  /** Makes all of it the content of an element of the tag `tag`. */
  wrap(tag: number): this {
    return this.precede(encodeHeader(tag, this.#length));
  }

  finish(): Uint8Array {
    return concatenate(this.#parts);
  }
}

function encodeOid(value: Oid): Uint8Array {
  return writeDer((writer) => writer.oid(value));
}

const EXPLICIT = contextConstructed(0);
