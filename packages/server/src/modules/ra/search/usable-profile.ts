/** Right to use an end entity profile in any way. */
import { type AccessControl, type Administrator, type EndEntityProfileRight, Resource } from '../../access/index.ts';

/** Tells whether the caller is an administrator who may add, edit or view end entities under an end entity profile. */
export async function mayUseEndEntityProfile(
  access: Pick<AccessControl, 'isAuthorized'>,
  administrator: Administrator,
  profileId: number,
): Promise<boolean> {
  for (const [general, right] of USES) {
    if (
      await access.isAuthorized(
        administrator,
        Resource.administrator,
        general,
        Resource.endEntityProfile(profileId, right),
      )
    )
      return true;
  }
  return false;
}

const USES: readonly (readonly [general: string, EndEntityProfileRight])[] = [
  [Resource.ra.createEndEntity, 'create_end_entity'],
  [Resource.ra.editEndEntity, 'edit_end_entity'],
  [Resource.ra.viewEndEntity, 'view_end_entity'],
];
