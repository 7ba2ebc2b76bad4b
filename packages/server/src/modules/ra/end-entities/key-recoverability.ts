/** The keys of keystores that are kept: what end entity and profile say together. */
import type { KeyRecoveryRules } from '../../profiles/index.ts';
import { type EndEntity, isKeyRecoverable, TOKEN_TYPE, type TokenType } from './end-entity.ts';

/**
 * Tells whether the keys of an end entity that nobody says anything about are to be kept: as its profile says when it comes to a keystore,
 * and else as they were. A profile that requires it is always obeyed.
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
  // With a key of its own an end entity says nothing of keys that are made here.
  const comesToKeystore = hasKeystore && (before === undefined || before.tokenType === TOKEN_TYPE.USERGENERATED);
  if (comesToKeystore && used && byDefault) return true;
  return before !== undefined && isKeyRecoverable(before);
}
