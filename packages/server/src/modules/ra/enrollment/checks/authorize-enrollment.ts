/** Rights required for an enrollment. */
import type { NeededResource } from '../../../../kernel/access-rules.ts';
import {
  type AccessControl,
  type Administrator,
  type NamedDocument,
  NamedResource,
  Resource,
} from '../../../access/index.ts';
import type { EndEntity } from '../../end-entities/index.ts';

/** The documents and the end entity that a request names. */
export interface EnrollmentTarget {
  readonly existing: Pick<EndEntity, 'caId' | 'endEntityProfileId'> | undefined;
  readonly endEntityProfile: NamedDocument;
  readonly ca: NamedDocument;
}

/** Returns the rights that an enrollment needs. */
export type EnrollmentRights = (target: EnrollmentTarget) => readonly NeededResource[];

/**
 * Returns the rights for an enrollment that adds or edits its end entity. An edit also requires the rights to the present end entity, which may have
 * another profile and CA than the target.
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

/** Returns the rights to issue an approved enrollment. */
export const rightsToFinalize: EnrollmentRights = ({ ca }) => [
  Resource.caFunctionality.createCertificate,
  NamedResource.ca(ca),
];

/**
 * Authorizes an enrollment. For an administrator who may edit no end entities, the result is as if the username did not exist.
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
