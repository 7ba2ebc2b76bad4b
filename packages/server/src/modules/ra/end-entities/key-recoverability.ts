/** Key recovery of keystores, as determined by end entity and profile. */
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
