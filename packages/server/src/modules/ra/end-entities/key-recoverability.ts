/** Key recovery of keystores, as determined by end entity and profile. */
import type { CertificateAuthority } from '../../ca/index.ts';
import { NoEscrowKeyError } from '../../key-recovery/index.ts';
import type { KeyRecoveryRules } from '../../profiles/index.ts';
import { type EndEntity, isKeyRecoverable, TOKEN_TYPE, type TokenType } from './end-entity.ts';

/**
 * Tells whether the keys of an end entity are kept if the request does not say. The profile decides when the end entity first gets a keystore,
 * otherwise it stays as it was. A profile that requires key recovery always decides.
 *
 * @param before - undefined for an end entity that is new, or new under the profile
 */
export function keepsKeys(
  before: Pick<EndEntity, 'kind' | 'tokenType'> | undefined,
  tokenType: TokenType,
  { used, byDefault, required }: KeyRecoveryRules,
): boolean {
  const hasKeystore = tokenType !== TOKEN_TYPE.USERGENERATED;
  if (used && required && hasKeystore) return true;
  // An end entity with its own key pair has made no choice about keys generated here.
  const comesToKeystore = hasKeystore && (before === undefined || before.tokenType === TOKEN_TYPE.USERGENERATED);
  if (comesToKeystore && used && byDefault) return true;
  return before !== undefined && isKeyRecoverable(before);
}

/**
 * Refuses an end entity whose next keystore would be refused because its CA has no escrow key. The suitability of a named escrow key is checked when
 * a keystore is made, since the key may be generated later. An end entity already in this state may be edited.
 *
 * @param before - undefined for an end entity that is new
 * @throws {@link NoEscrowKeyError}
 */
export function requireEscrowKey(
  authority: CertificateAuthority,
  before: Pick<EndEntity, 'caId' | 'kind' | 'tokenType'> | undefined,
  tokenType: TokenType,
): void {
  if (tokenType === TOKEN_TYPE.USERGENERATED || authority.settings.escrowKeyAlias !== undefined) return;
  const wasSo =
    before?.caId === authority.id && isKeyRecoverable(before) && before.tokenType !== TOKEN_TYPE.USERGENERATED;
  if (!wasSo) throw new NoEscrowKeyError(authority.name);
}
