/** AuthEnvelopedData with AES-256-GCM (RFC 5083, RFC 5084): a content that its recipients open, and attributes that everybody reads. */
import { createCipheriv, createDecipheriv } from 'node:crypto';
import { encodeAlgorithmIdentifier, readAlgorithmIdentifier } from '../../algorithm/index.ts';
import { readImplicitOctetString } from '../../ber/index.ts';
import { concatenate } from '../../certificate/signed.ts';
import {
  asDer,
  compareBytes,
  contextConstructed,
  contextPrimitive,
  type Der,
  type DerReader,
  type Oid,
  readDer,
  writeDer,
} from '../../der/index.ts';
import {
  type CmsAttribute,
  encodeCmsAttributes,
  findCmsAttribute,
  makeCmsAttribute,
  readCmsAttributes,
  requireDistinct,
} from '../attribute.ts';
import { contentType as contentTypeAttribute } from '../basic-attributes.ts';
import { type CmsLimits, readContentInfo } from '../content-info.ts';
import { DATA } from '../content-types.ts';
import { CmsError } from '../errors.ts';
import { AES256_GCM, AUTH_ENVELOPED_DATA } from './identifiers.ts';
import type { EnvelopeRecipient } from './read-recipient.ts';
import { encodeRecipient, isNamed, readRecipients, type RecipientKey } from './recipient.ts';
import type { RandomOctets } from './unwrap-key.ts';
import { CONTENT_KEY_OCTETS } from './wrapped-key.ts';

/** A content to be sealed. */
export interface ContentToSeal {
  /** The caller overwrites it. */
  readonly content: Uint8Array;
  /** `data` unless given. */
  readonly contentType?: Oid;
  /** Said openly, and not changed without the content failing to open. Each type once; that of another content type than `data` is added. */
  readonly attributes: readonly CmsAttribute[];
  /** At least one; each of them opens it. */
  readonly recipients: readonly RecipientKey[];
  readonly random: RandomOctets;
}

/**
 * Seals a content for its recipients.
 *
 * @throws {@link CmsError} `cms.unsupported_recipient` for a key that nothing is sealed for
 * @throws {@link PublicKeyError} `key.invalid`
 */
export function sealContent({
  content,
  contentType = DATA,
  attributes,
  recipients,
  random,
}: ContentToSeal): Der<'AuthEnvelopedData'> {
  if (recipients.length === 0) throw new RangeError('nobody could open what has no recipients');
  const authenticated = complete(contentType, attributes);
  requireDistinct(authenticated);
  const contentKey = random(CONTENT_KEY_OCTETS);
  try {
    const recipientInfos = recipients.map((recipient) => encodeRecipient(recipient, contentKey));
    const nonce = random(NONCE_OCTETS);
    const cipher = createCipheriv(CIPHER, contentKey, nonce, { authTagLength: TAG_OCTETS });
    cipher.setAAD(additionalData(authenticated));
    const encrypted = concatenate([cipher.update(content), cipher.final()]);
    const tag = cipher.getAuthTag();
    return asDer<'AuthEnvelopedData'>(
      writeDer((writer) =>
        writer.sequence(() =>
          writer.oid(AUTH_ENVELOPED_DATA).explicit(0, () =>
            writer.sequence(() => {
              writer.integer(VERSION).setOf(recipientInfos);
              writer.sequence(() =>
                writer
                  .oid(contentType)
                  .raw(encodeAlgorithmIdentifier(AES256_GCM, gcmParameters(nonce)))
                  .octetString(encrypted, contextPrimitive(0)),
              );
              if (authenticated.length > 0) writer.raw(encodeCmsAttributes(authenticated, ATTRIBUTES));
              writer.octetString(tag);
            }),
          ),
        ),
      ),
    );
  } finally {
    contentKey.fill(0);
  }
}

/**
 * A sealed content.
 *
 * It is opened in two steps. The private key of a recipient unwraps the key of the content ({@link EnvelopeRecipient.wrapped}): `unwrapKey`, or
 * whatever holds that private key. The key opens the content, once the caller has said which attributes it takes.
 */
export class AuthEnvelopedData {
  readonly contentType: Oid;
  /** Recipients whose key can be unwrapped; at least one. */
  readonly recipients: readonly EnvelopeRecipient[];
  /** Claims about the content. Nobody has vouched for them before {@link open} gives the content. */
  readonly attributes: readonly CmsAttribute[];
  readonly #nonce: Uint8Array;
  readonly #encrypted: Uint8Array;
  readonly #tag: Uint8Array;

  private constructor(content: DerReader) {
    content.readSmallInteger(VERSION);
    // Certificates and CRLs of the originator, who has no key here.
    if (content.nextIs(ORIGINATOR)) content.readAny();
    this.recipients = readRecipients(content.readSetOf({ anyOrder: true }));
    const encryptedContent = content.readSequence();
    this.contentType = encryptedContent.readOid();
    this.#nonce = readNonce(encryptedContent);
    this.#encrypted = readEncrypted(encryptedContent);
    encryptedContent.finish();
    this.attributes = content.nextIs(ATTRIBUTES) ? readAttributes(content) : [];
    requireContentType(this.contentType, this.attributes);
    this.#tag = content.readOctetString();
    if (this.#tag.length !== TAG_OCTETS)
      throw new CmsError('cms.unsupported_algorithm', `the tag of AES-GCM has ${this.#tag.length} octets, not 16`);
    // Attributes that nobody authenticates say nothing.
    if (content.nextIs(UNAUTHENTICATED)) content.readAny();
  }

  /**
   * Reads an envelope out of its ContentInfo, in DER or BER. Nothing is decrypted.
   *
   * @throws {@link CmsError} `cms.not_auth_enveloped_data`, `cms.unsupported_algorithm`, `cms.unsupported_recipient`, `cms.bad_attribute`,
   *   `cms.too_large`
   * @throws {BerError} when the bytes are not one BER element, or more than allowed
   * @throws {DerError}
   */
  static parse(bytes: Uint8Array, limits: CmsLimits = {}): AuthEnvelopedData {
    return readContentInfo(bytes, limits, KIND, (content) => new AuthEnvelopedData(content));
  }

  /** The recipient that is named by a key identifier; undefined when there is none. */
  recipient(keyIdentifier: Uint8Array): EnvelopeRecipient | undefined {
    return this.recipients.find((one) => isNamed(one, keyIdentifier));
  }

  /**
   * Decrypts the content.
   *
   * @param contentKey - as a recipient has unwrapped it; overwritten
   * @param attributes - those that the content was sealed with. The envelope has to have them and no others
   * @returns the content, which the caller overwrites
   * @throws {@link CmsError} `cms.other_attributes`; `cms.not_opened` for every reason why the key and the content do not go together
   */
  open(contentKey: Uint8Array, attributes: readonly CmsAttribute[]): Uint8Array {
    try {
      const expected = additionalData(complete(this.contentType, attributes));
      const authenticated = additionalData(this.attributes);
      if (compareBytes(expected, authenticated) !== 0)
        throw new CmsError('cms.other_attributes', 'the content was sealed with other attributes than were expected');
      return this.#decrypt(contentKey, authenticated);
    } finally {
      contentKey.fill(0);
    }
  }

  #decrypt(contentKey: Uint8Array, authenticated: Uint8Array): Uint8Array {
    const decipher = createDecipheriv(CIPHER, contentKey, this.#nonce, { authTagLength: TAG_OCTETS });
    decipher.setAAD(authenticated);
    decipher.setAuthTag(this.#tag);
    const content = decipher.update(this.#encrypted);
    try {
      decipher.final();
    } catch {
      content.fill(0);
      throw new CmsError('cms.not_opened', 'the content cannot be opened: the key is another one, or it was changed');
    }
    return new Uint8Array(content.buffer, content.byteOffset, content.length);
  }
}

/** Adds the type of the content, which has to stand among the attributes when it is not `data` (RFC 5083 §2.1). */
function complete(contentType: Oid, attributes: readonly CmsAttribute[]): readonly CmsAttribute[] {
  if (contentType === DATA || attributes.some(({ type }) => type === contentTypeAttribute.oid)) return attributes;
  return [...attributes, makeCmsAttribute(contentTypeAttribute, contentType)];
}

/** The DER of a SET OF attributes, under its own tag (RFC 5083 §2.2); nothing when there are none. */
function additionalData(attributes: readonly CmsAttribute[]): Uint8Array {
  return attributes.length === 0 ? new Uint8Array() : encodeCmsAttributes(attributes);
}

/** Reads the attributes, in the order of DER, as they were authenticated in it. */
function readAttributes(content: DerReader): readonly CmsAttribute[] {
  const attributes = readCmsAttributes(content.readSetOf({ tag: ATTRIBUTES }));
  const types = new Set(attributes.map(({ type }) => type));
  if (attributes.length === 0 || types.size < attributes.length || attributes.some(({ values }) => values.length === 0))
    throw new CmsError(
      'cms.bad_attribute',
      'authenticated attributes stand twice, or have no value, or there are none',
    );
  return attributes;
}

function requireContentType(contentType: Oid, attributes: readonly CmsAttribute[]): void {
  const named = findCmsAttribute(attributes, contentTypeAttribute);
  if (named === contentType || (named === undefined && contentType === DATA)) return;
  throw new CmsError(
    'cms.bad_attribute',
    `the attribute contentType is ${named ?? 'missing'}, and the content is of the type ${contentType}`,
  );
}

function readNonce(encryptedContent: DerReader): Uint8Array {
  const { oid, parameters } = readAlgorithmIdentifier(encryptedContent);
  if (oid !== AES256_GCM || parameters === undefined)
    throw new CmsError('cms.unsupported_algorithm', `the content is encrypted by ${oid}, and not by AES-256-GCM`);
  return readDer(parameters, (reader) => {
    const sequence = reader.readSequence();
    const nonce = sequence.readOctetString();
    const tagOctets = sequence.atEnd ? DEFAULT_TAG_OCTETS : sequence.readSmallInteger(TAG_OCTETS);
    sequence.finish();
    if (nonce.length !== NONCE_OCTETS || tagOctets !== TAG_OCTETS) {
      throw new CmsError(
        'cms.unsupported_algorithm',
        `AES-GCM has a nonce of ${nonce.length} octets and a tag of ${tagOctets}; taken are 12 and 16`,
      );
    }
    return nonce;
  });
}

function readEncrypted(encryptedContent: DerReader): Uint8Array {
  const encrypted = readImplicitOctetString(encryptedContent, 0);
  if (encrypted === undefined)
    throw new CmsError('cms.unsupported_algorithm', 'the encrypted content stands elsewhere, and not in the message');
  return encrypted;
}

/** `GCMParameters` (RFC 5084 §3.2). */
function gcmParameters(nonce: Uint8Array): Uint8Array {
  return writeDer((writer) => writer.sequence(() => writer.octetString(nonce).integer(TAG_OCTETS)));
}

const KIND = { type: AUTH_ENVELOPED_DATA, name: 'authEnvelopedData', code: 'cms.not_auth_enveloped_data' } as const;
const CIPHER = 'aes-256-gcm';
const VERSION = 0;
const NONCE_OCTETS = 12;
const TAG_OCTETS = 16;
const DEFAULT_TAG_OCTETS = 12;
const ORIGINATOR = contextConstructed(0);
const ATTRIBUTES = contextConstructed(1);
const UNAUTHENTICATED = contextConstructed(2);
