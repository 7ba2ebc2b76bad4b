/** Recipients as they stand in an envelope. */
import type { SignerIdentifier } from '../signer-identifier.ts';
import type { WrappedKey } from './wrapped-key.ts';

/** Name of a recipient: that of its certificate, or its key identifier. */
export type RecipientIdentifier = SignerIdentifier;

/** Recipient as it stands in an envelope. */
export interface EnvelopeRecipient {
  readonly identifier: RecipientIdentifier;
  /** The key of the content, for the recipient's private key to unwrap. */
  readonly wrapped: WrappedKey;
}

/** As {@link EnvelopeRecipient}; without its key when that is wrapped in a way that nobody here opens. */
export interface ReadRecipient {
  readonly identifier: RecipientIdentifier;
  readonly wrapped: WrappedKey | undefined;
}
