/** Recipients of envelopes: `RecipientInfo` (RFC 5652 §6.2), of the kinds that are written and opened here. */
import { compareBytes, contextConstructed, type DerReader, Tag } from '../../der/index.ts';
import type { PublicKey } from '../../public-key/index.ts';
import { CmsError } from '../errors.ts';
import { encodeKeyAgreement, readKeyAgreement } from './key-agreement.ts';
import { encodeKeyEncapsulation, readOtherRecipient } from './key-encapsulation.ts';
import { encodeKeyTransport, readKeyTransport } from './key-transport.ts';
import type { EnvelopeRecipient, ReadRecipient } from './read-recipient.ts';
import { keyWrappingOf } from './wrapped-key.ts';

/** Key pair that an envelope is sealed for. */
export interface RecipientKey {
  readonly publicKey: PublicKey;
  /** The subjectKeyIdentifier of its certificate; the SHA-1 of the key (RFC 5280 §4.2.1.2, method 1) unless given. */
  readonly keyIdentifier?: Uint8Array | undefined;
}

/**
 * Wraps the key of a content for a recipient.
 *
 * @throws {@link CmsError} `cms.unsupported_recipient` for keys that nothing is wrapped for
 * @throws {@link PublicKeyError} `key.invalid`
 */
export function encodeRecipient({ publicKey, keyIdentifier }: RecipientKey, contentKey: Uint8Array): Uint8Array {
  const wrapping = keyWrappingOf(publicKey);
  if (wrapping === undefined) {
    throw new CmsError(
      'cms.unsupported_recipient',
      `no content is sealed for a key of ${publicKey.algorithm.name} ${publicKey.specification}: it takes one of RSA with at least 2048 bits, P-256, P-384, P-521, X25519 or ML-KEM`,
    );
  }
  return ENCODINGS[wrapping](publicKey, keyIdentifier ?? publicKey.keyIdentifier, contentKey);
}

/**
 * Reads the SET OF RecipientInfo, in any order, and leaves out recipients that are named or served in ways that nobody here knows.
 *
 * @throws {@link CmsError} `cms.too_large`, `cms.unsupported_recipient` when none is left
 * @throws {DerError}
 */
export function readRecipients(set: DerReader): readonly EnvelopeRecipient[] {
  const recipients: EnvelopeRecipient[] = [];
  for (let count = 0; !set.atEnd; count++) {
    if (count === MAX_RECIPIENTS)
      throw new CmsError('cms.too_large', `an envelope has more than ${MAX_RECIPIENTS} recipients`);
    for (const { identifier, wrapped } of readRecipient(set))
      if (wrapped !== undefined) recipients.push({ identifier, wrapped });
  }
  if (recipients.length > MAX_RECIPIENTS)
    throw new CmsError('cms.too_large', `an envelope has more than ${MAX_RECIPIENTS} recipients`);
  if (recipients.length === 0) {
    throw new CmsError(
      'cms.unsupported_recipient',
      'no recipient of the envelope has a key wrapped by RSA-OAEP with SHA-256, by ECDH with the KDF of X9.63 and SHA-256, or by ML-KEM with HKDF and SHA-256, under AES-256',
    );
  }
  return recipients;
}

/** Returns whether a recipient is named by this key identifier. */
export function isNamed({ identifier }: EnvelopeRecipient, keyIdentifier: Uint8Array): boolean {
  return identifier.type === 'subjectKeyIdentifier' && compareBytes(identifier.keyIdentifier, keyIdentifier) === 0;
}

function readRecipient(set: DerReader): readonly ReadRecipient[] {
  if (set.nextIs(Tag.sequence)) return [readKeyTransport(set.readSequence())];
  if (set.nextIs(KEY_AGREEMENT)) return readKeyAgreement(set.readConstructed(KEY_AGREEMENT));
  if (set.nextIs(OTHER)) return readOtherRecipient(set.readConstructed(OTHER));
  // [2] has a key that both know, [3] a password.
  set.readAny();
  return [];
}

const ENCODINGS = {
  'rsa-oaep': encodeKeyTransport,
  ecdh: encodeKeyAgreement,
  'ml-kem': encodeKeyEncapsulation,
} as const;
const KEY_AGREEMENT = contextConstructed(1);
const OTHER = contextConstructed(4);
/** An envelope is for a key and the one that follows it; and each costs time to try. */
const MAX_RECIPIENTS = 16;
