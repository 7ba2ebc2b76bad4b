/** The second key of a CA, which signs beside the first, for verifiers that know of it (X.509 §9.8). */
import type { PublicKey, SignatureAlgorithm } from '@sealwright/pki';
import type { CaKeySettings } from '../settings/index.ts';
import type { CaKey } from './ca-signer.ts';
import type { WithKeys } from '../authorities/index.ts';

/** A key for alternative signatures, and how it makes them. */
export interface AlternativeKey extends CaKey {
  readonly algorithm: SignatureAlgorithm;
}

/**
 * Returns the key that a CA makes its alternative signatures with; undefined when it makes none.
 *
 * @param publicKey - what they are verified with; undefined: nobody could
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
