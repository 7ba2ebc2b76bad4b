/** The keys of a CVC CA: each has a holder reference, whose sequence number it is known by (BSI TR-03110 part 3 A.6.1). */
import { CvPublicKey, HolderReference, parsePublicKey } from '@sealwright/pki';
import type { CryptoTokens } from '../../crypto-tokens/index.ts';
import type { CvcAuthority } from '../authorities/index.ts';
import type { ManagedCa } from './managed-ca.ts';

/** A key of the CA that is to be certified. */
export interface CvcKey {
  readonly keyAlias: string;
  readonly settings: ManagedCa<CvcAuthority>['settings'];
  readonly holder: HolderReference;
  /** With its domain parameters. */
  readonly publicKey: CvPublicKey;
}

/** Returns the sequence number after one, in the way of holder references. */
export function sequenceAfter({ settings }: ManagedCa<CvcAuthority>): (sequence: string) => string {
  return (sequence) => referenceWith(settings.firstReference, sequence).next().sequence;
}

/** Returns the key of that alias under that sequence number. */
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
