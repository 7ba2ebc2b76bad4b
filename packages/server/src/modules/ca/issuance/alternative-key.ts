/** The second key of a CA, for alternative signatures in addition to the first, for verifiers that support them (X.509 §9.8). */
import type { PublicKey, SignatureAlgorithm } from '@sealwright/pki';
import type { CaKeySettings } from '../settings/index.ts';
import type { CaKey } from './ca-signer.ts';
import type { WithKeys } from '../kinds/index.ts';

/** A key for alternative signatures, and its algorithm. */
export interface AlternativeKey extends CaKey {
  readonly algorithm: SignatureAlgorithm;
}

/**
 * Returns the key with which a CA makes alternative signatures; undefined if it makes none.
 *
 * @param publicKey - public key to verify them; undefined if nobody could
 */
export function alternativeKeyOf(
  { alternativeKeyAlias, settings }: { readonly alternativeKeyAlias: string; readonly settings: WithAlternative },
  publicKey: PublicKey | undefined,
): AlternativeKey | undefined {
  const algorithm = settings.alternative?.signatureAlgorithm;
  if (algorithm === undefined || alternativeKeyAlias === '' || publicKey === undefined) return undefined;
  return { keyAlias: alternativeKeyAlias, settings, publicKey, algorithm };
}

type WithAlternative = Pick<CaKeySettings, 'alternative'> & Pick<WithKeys, 'cryptoTokenId'>;
