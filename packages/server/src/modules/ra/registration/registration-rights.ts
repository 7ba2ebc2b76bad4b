/** Rights to add and to edit end entities. */
import { type AccessControl, AccessDeniedError, NamedResource, Resource } from '../../access/index.ts';
import { END_ENTITY_STATUS, type EndEntity } from '../end-entities/index.ts';
import type { EnrollmentRights } from '../enrollment/index.ts';
import { EndEntityNotFoundError } from '../errors/index.ts';
import type { PlacedRegistration } from './end-entity-registration.ts';

/** Rights to add an end entity: those of an enrollment, except the one for the certificate. Callers with these rights may learn that a username is taken. */
export const RIGHTS_TO_ADD: EnrollmentRights = ({ endEntityProfile, ca }) => [
  Resource.ra.createEndEntity,
  NamedResource.endEntityProfile(endEntityProfile, 'create_end_entity'),
  NamedResource.ca(ca),
];

/** Rights to the target CA and profile of an edited end entity. */
export const RIGHTS_TO_EDIT: EnrollmentRights = ({ endEntityProfile, ca }) => [
  Resource.ra.editEndEntity,
  NamedResource.endEntityProfile(endEntityProfile, 'edit_end_entity'),
  NamedResource.ca(ca),
];

/**
 * Requires that the caller may edit the present end entity, which may have another profile and CA than the target.
 *
 * @throws {@link EndEntityNotFoundError}, AccessDeniedError
 */
export async function requireEditable(
  access: AccessControl,
  { administrator, existing, order: { username } }: PlacedRegistration,
): Promise<EndEntity> {
  if (existing === undefined) throw new EndEntityNotFoundError(username);
  const right = Resource.endEntityProfile(existing.endEntityProfileId, 'edit_end_entity');
  try {
    await access.authorize(administrator, right, Resource.ca(existing.caId));
  } catch (error) {
    // Access control has recorded the refusal.
    throw error instanceof AccessDeniedError ? new EndEntityNotFoundError(username) : error;
  }
  // An edit may set the password that collects the key, or end the recovery.
  if (existing.status === END_ENTITY_STATUS.KEYRECOVERY)
    await access.authorize(
      administrator,
      Resource.ra.keyRecovery,
      Resource.endEntityProfile(existing.endEntityProfileId, 'keyrecovery'),
    );
  return existing;
}
