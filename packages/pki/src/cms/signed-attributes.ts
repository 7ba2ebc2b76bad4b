/** Signers as they are built: the attributes to be signed, and a SignerInfo with the signature over them (RFC 5652 §5.3). */
import { asDer, contextConstructed, type Der, type Oid, readDer, Tag, writeDer } from '../der/index.ts';
import { PkiError } from '../errors.ts';
import { algorithmProtection } from './algorithm-protection.ts';
import {
  type CmsAttribute,
  encodeCmsAttributes,
  makeCmsAttribute,
  readCmsAttributes,
  requireDistinct,
  requireValues,
  withEncoding,
} from './attribute.ts';
import { contentType, messageDigest } from './basic-attributes.ts';
import { CONTENT_TYPES } from './content-types.ts';
import type { SignerAlgorithms } from './signer-algorithms.ts';
import { type SignerIdentifier, writeSignerIdentifier } from './signer-identifier.ts';
import type { SignerInfo } from './signer-info.ts';

/** Attributes that a signer signs. */
export interface SignedAttributes {
  /** Undefined in a counter signature, which has no content type (RFC 5652 §11.4). */
  readonly contentType: Oid | undefined;
  /** The digest of the content, by the digest of `algorithms`; computed here, or by a client that keeps the content. */
  readonly contentDigest: Uint8Array;
  readonly algorithms: SignerAlgorithms;
  /** True to sign the algorithms too (RFC 6211); true when left out. */
  readonly algorithmProtection?: boolean | undefined;
  /** Others than the three that follow from these fields. */
  readonly attributes?: readonly CmsAttribute[] | undefined;
}

/**
 * Encodes what is to be signed: the DER of the SET OF attributes, which the signature algorithm takes as its message.
 *
 * @throws {RangeError} when the digest has another length than its algorithm gives, when an attribute has no value, or when a type
 *   stands twice
 */
export function encodeSignedAttributes(fields: SignedAttributes): Der<'SignedAttributes'> {
  const { algorithms, contentDigest, attributes = [] } = fields;
  const { digest } = algorithms;
  if (contentDigest.length !== digest.length)
    throw new RangeError(`a digest of ${contentDigest.length} octets; ${digest.name} has ${digest.length}`);
  const all = [makeCmsAttribute(messageDigest, contentDigest), ...attributes];
  if (fields.contentType !== undefined)
    all.push(USUAL_CONTENT_TYPES.get(fields.contentType) ?? makeCmsAttribute(contentType, fields.contentType));
  if (fields.algorithmProtection !== false) all.push(protectionOf(algorithms));
  requireDistinct(all);
  return asDer<'SignedAttributes'>(encodeCmsAttributes(all));
}

/** Returns the same attribute for the same algorithms. */
function protectionOf(algorithms: SignerAlgorithms): CmsAttribute {
  let attribute = protections.get(algorithms);
  if (attribute === undefined) {
    const { digestDer: digestAlgorithm, signatureDer: signatureAlgorithm } = algorithms;
    attribute = withEncoding(makeCmsAttribute(algorithmProtection, { digestAlgorithm, signatureAlgorithm }));
    protections.set(algorithms, attribute);
  }
  return attribute;
}

/**
 * Returns whether `content` could be what some signer signed as its attributes. A signer of contents themselves, without attributes, has
 * to refuse such a one: the signature would fit a message of the requester's choice too.
 */
export function looksLikeSignedAttributes(content: Uint8Array): boolean {
  if (content[0] !== Tag.set) return false;
  try {
    const attributes = readDer(content, (reader) => readCmsAttributes(reader.readSetOf({ anyOrder: true })));
    return [contentType, messageDigest].some(({ oid }) => attributes.some(({ type }) => type === oid));
  } catch (error) {
    if (error instanceof PkiError) return false;
    throw error;
  }
}

/** A signer with its signature. */
export interface SignerFields {
  readonly identifier: SignerIdentifier;
  readonly algorithms: SignerAlgorithms;
  /** The signed octets; undefined when that is the content itself, which is only allowed for id-data (RFC 5652 §5.3). */
  readonly signedAttributes: Der<'SignedAttributes'> | undefined;
  readonly signature: Uint8Array;
  /** Such as a time-stamp over `signature`. */
  readonly unsignedAttributes?: readonly CmsAttribute[] | undefined;
}

/** Puts the signature to what was signed. @throws {RangeError} when an unsigned attribute has no value */
export function assembleSignerInfo(fields: SignerFields): Der<'SignerInfo'> {
  const { identifier, algorithms, signedAttributes, signature, unsignedAttributes = [] } = fields;
  requireValues(unsignedAttributes);
  const der = writeDer((writer) =>
    writer.sequence(() => {
      writer.integer(identifier.type === 'subjectKeyIdentifier' ? 3 : 1);
      writeSignerIdentifier(writer, identifier);
      writer.raw(algorithms.digestDer);
      if (signedAttributes !== undefined) writer.retagged(signedAttributes, SIGNED);
      writer.raw(algorithms.signatureDer).octetString(signature);
      if (unsignedAttributes.length > 0) writer.raw(encodeCmsAttributes(unsignedAttributes, UNSIGNED));
    }),
  );
  return asDer<'SignerInfo'>(der);
}

/**
 * The same signer with other unsigned attributes, such as a time-stamp that came later. What was signed stays octet for octet.
 *
 * @throws {RangeError} when an attribute has no value
 */
export function withUnsignedAttributes(signer: SignerInfo, attributes: readonly CmsAttribute[]): Der<'SignerInfo'> {
  requireValues(attributes);
  const der = writeDer((writer) =>
    writer.sequence(() => {
      writer.raw(signer.beforeUnsignedAttributes);
      if (attributes.length > 0) writer.raw(encodeCmsAttributes(attributes, UNSIGNED));
    }),
  );
  return asDer<'SignerInfo'>(der);
}

const protections = new WeakMap<SignerAlgorithms, CmsAttribute>();
const USUAL_CONTENT_TYPES: ReadonlyMap<Oid, CmsAttribute> = new Map(
  [CONTENT_TYPES.data, CONTENT_TYPES.tstInfo].map((type) => [type, withEncoding(makeCmsAttribute(contentType, type))]),
);
const SIGNED = contextConstructed(0);
const UNSIGNED = contextConstructed(1);
