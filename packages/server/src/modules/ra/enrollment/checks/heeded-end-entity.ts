import type { EndEntity } from '../../end-entities/index.ts';
import { EndEntityCannotEnrollError } from '../../errors.ts';

/**
 * Refuses an end entity with a member that restricts its certificate and that issuance does not put into one.
 *
 * @throws {@link EndEntityCannotEnrollError}
 */
export function requireHeeded({ username, extended }: Pick<EndEntity, 'username' | 'extended'>): void {
  const unheeded = UNHEEDED.find((member) => extended[member] !== undefined);
  if (unheeded === undefined) return;
  throw new EndEntityCannotEnrollError(
    username,
    `its ${unheeded} cannot be put into a certificate yet; edit it without`,
  );
}

const UNHEEDED = [
  'certificateSerialNumber',
  'nameConstraintsPermitted',
  'nameConstraintsExcluded',
  'issuanceRevocationReason',
] as const;
