/** Envelopes of CMS: contents sealed for the holders of private keys. */
export { AuthEnvelopedData, type ContentToSeal, sealContent } from './auth-enveloped-data.ts';
export { contentKeyOfBlock } from './oaep-block.ts';
export type { EnvelopeRecipient, RecipientIdentifier } from './read-recipient.ts';
export type { RecipientKey } from './recipient.ts';
export {
  contentKeyOr,
  ephemeralKeyOf,
  type RandomOctets,
  unwrapKey,
  type UnwrappingKeyPair,
  unwrapWithSecret,
} from './unwrap-key.ts';
export {
  type AgreedKey,
  type EncapsulatedKey,
  type EncryptedKey,
  isWrappedFor,
  keyWrappingOf,
  type WrappedKey,
} from './wrapped-key.ts';
