import type { AccessControl } from '../../../access/index.ts';
import type { SigningAuthority } from '../../../ca/index.ts';
import { PossessionNotProvenError } from '../../errors/index.ts';
import { neededRights } from './authorize-enrollment.ts';
import type { EnrollmentInPlace } from '../steps/draft-end-entity.ts';
import type { EnrollmentOrder } from '../steps/enrollment-order.ts';

/**
 * Requires that the caller may vouch for possession of a key that the request does not prove: the caller needs the rights to add or edit the end
 * entity. The password of the end entity alone is not enough.
 *
 * @throws {@link PossessionNotProvenError}
 */
export async function requireMayVouch(
  access: AccessControl,
  {
    administrator,
    order,
    authority,
    endEntityProfile,
    existing,
  }: Pick<
    EnrollmentInPlace<EnrollmentOrder, SigningAuthority>,
    'administrator' | 'order' | 'authority' | 'endEntityProfile' | 'existing'
  >,
): Promise<void> {
  const rights = neededRights({ existing, endEntityProfile, ca: authority });
  if (!(await access.isAuthorized(administrator, ...rights))) throw new PossessionNotProvenError(order.username);
}
