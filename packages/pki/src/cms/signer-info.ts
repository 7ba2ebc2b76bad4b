/** One signer of a SignedData, as it is read (RFC 5652 §5.3). */
import {
  type AlgorithmIdentifier,
  type HashAlgorithm,
  readAlgorithmIdentifier,
  type SignatureAlgorithm,
} from '../algorithm/index.ts';
import { compareBytes, contextConstructed, type DerReader, readDer, retag, Tag } from '../der/index.ts';
import {
  allCmsAttributes,
  type CmsAttribute,
  type CmsAttributeType,
  encodeCmsAttributes,
  findCmsAttribute,
  readCmsAttributes,
} from './attribute.ts';
import { CmsError } from './errors.ts';
import { digestAlgorithmOf, signerSignatureAlgorithm } from './signer-algorithms.ts';
import { readSignerIdentifier, type SignerIdentifier } from './signer-identifier.ts';

/**
 * A SignerInfo, holding the octets it was read from.
 *
 * Algorithms are looked up when they are asked for; nothing is verified. Immutable; the bytes handed out are views on the input.
 */
export class SignerInfo {
  /** The whole encoding, with the lengths of DER. */
  readonly der: Uint8Array;
  readonly version: number;
  readonly identifier: SignerIdentifier;
  readonly digestAlgorithmIdentifier: AlgorithmIdentifier;
  /** Undefined when the signature is over the content itself. */
  readonly signedAttributes: readonly CmsAttribute[] | undefined;
  readonly signatureAlgorithmIdentifier: AlgorithmIdentifier;
  readonly signature: Uint8Array;
  /** Empty when there is none. */
  readonly unsignedAttributes: readonly CmsAttribute[];
  /** The elements before the unsigned attributes, one after the other. */
  readonly beforeUnsignedAttributes: Uint8Array;
  /** The signed attributes as they stand, under the tag of the message. */
  readonly #signedRaw: Uint8Array | undefined;

  private constructor(raw: Uint8Array, content: DerReader) {
    const start = content.offset;
    this.der = raw;
    this.version = content.readSmallInteger(MAX_VERSION);
    this.identifier = readSignerIdentifier(content);
    this.digestAlgorithmIdentifier = readAlgorithmIdentifier(content);
    this.#signedRaw = content.nextIs(SIGNED) ? readBounded(content) : undefined;
    this.signedAttributes = this.#signedRaw && readDer(this.#signedRaw, (reader) => readSet(reader, SIGNED));
    this.signatureAlgorithmIdentifier = readAlgorithmIdentifier(content);
    this.signature = content.readOctetString();
    const afterSignature = content.offset;
    this.unsignedAttributes = content.nextIs(UNSIGNED) ? readSet(content, UNSIGNED) : [];
    content.finish();
    const header = raw.length - (content.offset - start);
    this.beforeUnsignedAttributes = raw.subarray(header, header + afterSignature - start);
  }

  /**
   * Reads the next element of a SET OF SignerInfo.
   *
   * @throws {DerError}
   * @throws {CmsError} `cms.too_large`
   */
  static read(reader: DerReader): SignerInfo {
    const { raw, content } = reader.readSequenceElement();
    return new SignerInfo(raw, content);
  }

  /** As {@link read}, of bytes that hold one: the value of a counterSignature (RFC 5652 §11.4). */
  static parse(der: Uint8Array): SignerInfo {
    return readDer(der, (reader) => SignerInfo.read(reader));
  }

  /** @throws {AlgorithmError} when it is unknown or its parameters are not its own */
  get digestAlgorithm(): HashAlgorithm {
    return digestAlgorithmOf(this.digestAlgorithmIdentifier);
  }

  /** @throws {AlgorithmError} when it, or the digest that it leaves the hash to, is unknown */
  get signatureAlgorithm(): SignatureAlgorithm {
    return signerSignatureAlgorithm(this.signatureAlgorithmIdentifier, this.digestAlgorithm);
  }

  /**
   * The value of the signed attribute of `type`, undefined when there is none.
   *
   * @throws {CmsError} `cms.bad_attribute`
   * @throws {DerError}
   */
  signed<T>(type: CmsAttributeType<T>): T | undefined {
    return findCmsAttribute(this.signedAttributes ?? [], type);
  }

  /**
   * The values of the unsigned attributes of `type`, of which there may be many.
   *
   * @throws {DerError}
   */
  unsigned<T>(type: CmsAttributeType<T>): readonly T[] {
    return allCmsAttributes(this.unsignedAttributes, type);
  }

  /**
   * Octets that may have been signed when there are signed attributes: their DER (RFC 5652 §5.4), and then, when they do not stand in the
   * order of DER, their octets as they stand, since many signers sign what they send. Both say the same.
   */
  get signedAttributesEncodings(): readonly Uint8Array[] {
    if (this.#signedRaw === undefined || this.signedAttributes === undefined) return [];
    const asTheyStand = retag(this.#signedRaw, Tag.set);
    const sorted = encodeCmsAttributes(this.signedAttributes);
    return compareBytes(sorted, asTheyStand) === 0 ? [sorted] : [sorted, asTheyStand];
  }
}

/** Reads what a message says of its signers before them: of one, no more is read. @throws {DerError} */
export function readSignerHead(der: Uint8Array): Pick<SignerInfo, 'version' | 'digestAlgorithmIdentifier'> {
  return readDer(der, (reader) => {
    const { content } = reader.readSequenceElement();
    reader.finish();
    const version = content.readSmallInteger(MAX_VERSION);
    content.readAny();
    return { version, digestAlgorithmIdentifier: readAlgorithmIdentifier(content) };
  });
}

/** Reads a limited number of octets: verifiers decode them, and they may hold any number of small elements. */
function readBounded(content: DerReader): Uint8Array {
  const { raw } = content.readAny();
  if (raw.length > MAX_SIGNED_OCTETS)
    throw new CmsError('cms.too_large', `the signed attributes have more than ${MAX_SIGNED_OCTETS} octets`);
  return raw;
}

function readSet(reader: DerReader, tag: number): readonly CmsAttribute[] {
  return readCmsAttributes(reader.readSetOf({ anyOrder: true, tag }));
}

const SIGNED = contextConstructed(0);
const UNSIGNED = contextConstructed(1);
const MAX_SIGNED_OCTETS = 1024 * 1024;
/** 1 and 3 are defined; a wrong one of them changes nothing (RFC 5652 §5.3). */
const MAX_VERSION = 5;
