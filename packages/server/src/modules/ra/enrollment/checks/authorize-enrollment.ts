/** The rights that an enrollment takes. */
import type { NeededResource } from '../../../../kernel/access-rules.ts';
import {
  type AccessControl,
  type Administrator,
  type NamedDocument,
  NamedResource,
  Resource,
} from '../../../access/index.ts';
import type { EndEntity } from '../../end-entities/index.ts';

/** The documents and the end entity under the names of a request. */
export interface EnrollmentTarget {
  readonly existing: Pick<EndEntity, 'caId' | 'endEntityProfileId'> | undefined;
  readonly endEntityProfile: NamedDocument;
  readonly ca: NamedDocument;
}

/** Returns the rights that an enrollment needs. */
export type EnrollmentRights = (target: EnrollmentTarget) => readonly NeededResource[];

/**
 * Returns the rights that an enrollment needs which makes or edits its end entity. An edit also needs those to what is edited: the end
 * entity may belong to another profile and CA than it is to have.
 */
export const neededRights: EnrollmentRights = ({ existing, endEntityProfile, ca }) => {
  const { createCertificate } = Resource.caFunctionality;
  if (existing === undefined) {
    const profile = NamedResource.endEntityProfile(endEntityProfile, 'create_end_entity');
    return [Resource.ra.createEndEntity, createCertificate, profile, NamedResource.ca(ca)];
  }
  return [
    Resource.ra.editEndEntity,
    createCertificate,
    NamedResource.endEntityProfile(endEntityProfile, 'edit_end_entity'),
    Resource.endEntityProfile(existing.endEntityProfileId, 'edit_end_entity'),
    NamedResource.ca(ca),
    Resource.ca(existing.caId),
  ];
};

/** Returns the rights that issuing what others have approved needs. */
export const rightsToFinalize: EnrollmentRights = ({ ca }) => [
  Resource.caFunctionality.createCertificate,
  NamedResource.ca(ca),
];

/**
 * Authorizes an enrollment. An administrator who may edit no end entity is answered as if there were none of the username.
 *
 * @throws AccessDeniedError
 */
export async function authorizeEnrollment(
  access: AccessControl,
  administrator: Administrator,
  target: EnrollmentTarget,
  rights: EnrollmentRights = neededRights,
): Promise<void> {
  if (target.existing !== undefined && !(await access.isAuthorized(administrator, Resource.ra.editEndEntity)))
    await access.authorize(administrator, ...rights({ ...target, existing: undefined }));
  await access.authorize(administrator, ...rights(target));
}
