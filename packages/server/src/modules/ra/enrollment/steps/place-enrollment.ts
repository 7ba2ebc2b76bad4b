/** First step of all enrollments: finds its CA, profiles and end entity, and checks the rights. */
import { nowSeconds } from '../../../../kernel/clock.ts';
import type { Administrator, UseCaseDeps } from '../../../access/index.ts';
import { type Authorities, type CertificateAuthority, getByName } from '../../../ca/index.ts';
import { certificateProfileType, endEntityProfileType } from '../../../profiles/index.ts';
import type { EndEntityStore } from '../../end-entities/index.ts';
import { authorizeEnrollment, type EnrollmentRights } from '../checks/authorize-enrollment.ts';
import type { EnrollmentInPlace } from './draft-end-entity.ts';
import type { EnrollmentOrder } from './enrollment-order.ts';

export interface PlaceEnrollmentDeps extends Pick<UseCaseDeps, 'access' | 'clock' | 'configuration'> {
  readonly authorities: Authorities;
  readonly endEntities: EndEntityStore;
}

/** Narrows a CA to one that can sign at `now`, seconds since 1970, or refuses it. */
export type RequireActive<Authority> = (authority: CertificateAuthority, now: number) => Authority;

/**
 * Finds the documents and the end entity of an enrollment. Callers without the rights do not learn which of them exist.
 *
 * @param rights - by default those to add or edit the end entity
 * @throws AccessDeniedError, `ca.not_found`, `document.not_found`, and the errors of `requireActive`
 */
export async function placeEnrollment<Authority>(
  { access, authorities, configuration, endEntities, clock }: PlaceEnrollmentDeps,
  administrator: Administrator,
  order: EnrollmentOrder,
  requireActive: RequireActive<Authority>,
  rights?: EnrollmentRights,
): Promise<EnrollmentInPlace<EnrollmentOrder, Authority>> {
  const { certificateAuthorityName, certificateProfileName, endEntityProfileName, username } = order;
  const { epoch } = configuration;
  const { endEntity: existing, formerId } = await endEntities.findWithFormerId(username);
  const profileId = (await configuration.find(endEntityProfileType, endEntityProfileName))?.id;
  const caId = (await authorities.findByName(certificateAuthorityName))?.id;
  const endEntity = { id: profileId, name: endEntityProfileName };
  const ca = { id: caId, name: certificateAuthorityName };
  await authorizeEnrollment(access, administrator, { existing, endEntityProfile: endEntity, ca }, rights);
  const found = await getByName(authorities, certificateAuthorityName);
  const certificateProfile = await configuration.get(certificateProfileType, certificateProfileName);
  const endEntityProfile = await configuration.get(endEntityProfileType, endEntityProfileName);
  const authority = requireActive(found, nowSeconds(clock));
  return {
    administrator,
    order,
    epoch,
    authority,
    certificateProfile,
    endEntityProfile,
    existing,
    formerId: formerId ?? 'none',
  };
}
