/** Keys of a CVC CA. Each has a holder reference and is identified by its sequence number (BSI TR-03110 part 3 A.6.1). */
import { CvPublicKey, HolderReference, parsePublicKey } from '@sealwright/pki';
import type { CryptoTokens } from '../../crypto-tokens/index.ts';
import type { CvcAuthority } from '../kinds/index.ts';
import type { ManagedCa } from './managed-ca.ts';

/** A key of the CA, to be certified. */
export interface CvcKey {
  readonly keyAlias: string;
  readonly settings: ManagedCa<CvcAuthority>['settings'];
  readonly holder: HolderReference;
  /** Public key with its domain parameters. */
  readonly publicKey: CvPublicKey;
}

/** Returns a function that increments sequence numbers as holder references do. */
export function sequenceAfter({ settings }: ManagedCa<CvcAuthority>): (sequence: string) => string {
  return (sequence) => referenceWith(settings.firstReference, sequence).next().sequence;
}

/** Returns the key with that alias and sequence number. */
export async function cvcKey(
  { settings }: ManagedCa<CvcAuthority>,
  { keyAlias, keySequence }: { readonly keyAlias: string; readonly keySequence: string },
  tokens: CryptoTokens,
): Promise<CvcKey> {
  const { publicKey } = await tokens.getKeyPair(settings.cryptoTokenId, keyAlias);
  return {
    keyAlias,
    settings,
    holder: referenceWith(settings.firstReference, keySequence),
    publicKey: CvPublicKey.of(parsePublicKey(publicKey), settings.signatureAlgorithm, { spellOutCurve: true }),
  };
}

function referenceWith({ country, mnemonic }: HolderReference, sequence: string): HolderReference {
  return new HolderReference(country, mnemonic, sequence);
}
