/** Access of administrators to end entities. */
import { type AccessControl, type Administrator, type EndEntityProfileRight, Resource } from '../../access/index.ts';
import type { EndEntity, EndEntityStore } from '../end-entities/index.ts';

export interface AccessibleEndEntityDeps {
  readonly access: AccessControl;
  readonly endEntities: EndEntityStore;
}

/** A right to an act on end entities: in general, and on those of a profile. */
export interface EndEntityRight {
  readonly functionality: string;
  readonly onProfile: EndEntityProfileRight;
}

export const MAY_EDIT: EndEntityRight = { functionality: Resource.ra.editEndEntity, onProfile: 'edit_end_entity' };
export const MAY_DELETE: EndEntityRight = {
  functionality: Resource.ra.deleteEndEntity,
  onProfile: 'delete_end_entity',
};
export const MAY_REVOKE: EndEntityRight = {
  functionality: Resource.ra.revokeEndEntity,
  onProfile: 'revoke_end_entity',
};
export const MAY_RECOVER: EndEntityRight = { functionality: Resource.ra.keyRecovery, onProfile: 'keyrecovery' };
export const MAY_VIEW: EndEntityRight = { functionality: Resource.ra.viewEndEntity, onProfile: 'view_end_entity' };

/**
 * Finds the end entity and requires the rights to act on it. If the administrator lacks any of them and may not view the end entity either, the
 * result is as if the username did not exist.
 *
 * @throws AccessDeniedError
 */
export async function findAccessible(
  { access, endEntities }: AccessibleEndEntityDeps,
  administrator: Administrator,
  username: string,
  ...rights: readonly EndEntityRight[]
): Promise<EndEntity | undefined> {
  await access.authorize(administrator, ...rights.map(({ functionality }) => functionality));
  const endEntity = await endEntities.findByUsername(username);
  if (endEntity === undefined) return undefined;
  const needed = rights.flatMap((right) => rightsTo(endEntity, right));
  if (await access.isAuthorized(administrator, ...needed)) return endEntity;
  if (!(await access.isAuthorized(administrator, ...rightsTo(endEntity, MAY_VIEW)))) return undefined;
  await access.authorize(administrator, ...needed);
  return endEntity;
}

/** Returns the resources for a right to an end entity. */
export function rightsTo(
  { caId, endEntityProfileId }: Pick<EndEntity, 'caId' | 'endEntityProfileId'>,
  { functionality, onProfile }: EndEntityRight,
): readonly string[] {
  return [functionality, Resource.endEntityProfile(endEntityProfileId, onProfile), Resource.ca(caId)];
}
