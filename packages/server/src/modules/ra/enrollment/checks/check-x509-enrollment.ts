/**
 * The checks of an enrollment for a certificate of X.509, in their order: what the CA offers, whose names these are, and what both profiles
 * allow. The caller has every right that the names alone need.
 */
import type { AccessControl } from '../../../access/index.ts';
import { requirePermittedNames, requireUnreserved, type SigningAuthority } from '../../../ca/index.ts';
import {
  requireEndEntityFitsProfile,
  requireValidityAllowed,
  validatePublicKeyAgainstProfile,
} from '../../../profiles/index.ts';
import { hasExtensionData, TOKEN_TYPE } from '../../end-entities/index.ts';
import type { RequestDemands, RequestedCertificate, RequestedNames } from '../../requests/index.ts';
import type { EnrollmentInPlace } from '../draft-end-entity.ts';
import type { EnrollmentOrder } from '../enrollment-order.ts';
import { requireAvailable } from './available-profile.ts';
import { requireStorage } from './certificates-stored.ts';
import { requireDemandsMet } from './demands-of-request.ts';
import { requireHeeded } from './heeded-end-entity.ts';
import { requireNoSubjectOfCa, type SubjectOfCaDeps } from './subject-of-ca.ts';
import { requireMayVouch } from './vouched-possession.ts';

/** An enrollment that was placed: the first step is done. */
export type PlacedEnrollment = EnrollmentInPlace<EnrollmentOrder, SigningAuthority>;

export interface CheckX509EnrollmentDeps extends SubjectOfCaDeps {
  readonly access: AccessControl;
}

/**
 * Checks what is asked for.
 *
 * @param requested - without a key while it is not made yet
 * @throws the error of the first check that fails
 */
export async function checkX509Enrollment(
  deps: CheckX509EnrollmentDeps,
  { administrator, order, authority, certificateProfile, endEntityProfile, existing }: PlacedEnrollment,
  requested: RequestedNames & RequestDemands & Partial<Pick<RequestedCertificate, 'publicKey'>>,
): Promise<void> {
  const { subject, alternativeNames, publicKey } = requested;
  requireAvailable(authority, certificateProfile);
  requireStorage(certificateProfile);
  if (existing !== undefined) requireHeeded(existing);
  requireDemandsMet(authority, certificateProfile, requested);
  if (requested.vouched === true)
    await requireMayVouch(deps.access, { administrator, order, authority, endEntityProfile, existing });
  if (order.strictValidity === true) requireValidityAllowed(certificateProfile, order);
  await checkX509Names(deps, { administrator, authority, certificateProfile, existing }, requested);
  if (publicKey !== undefined) validatePublicKeyAgainstProfile(certificateProfile.value, publicKey);
  requireEndEntityFitsProfile(endEntityProfile.name, endEntityProfile.value, {
    username: order.username,
    password: order.password,
    // Without one it gets a random one, which nobody has to know.
    hasPassword: order.password === undefined,
    email: order.email,
    subject,
    alternativeNames,
    caId: authority.id,
    certificateProfileId: certificateProfile.id,
    tokenType: order.tokenType ?? TOKEN_TYPE.USERGENERATED,
    startTime: order.notBefore,
    endTime: order.notAfter,
    hasExtensionData: hasExtensionData(order),
  });
}

/**
 * Checks whose names these are: no CA's, none that gives somebody rights, none outside of the constraints of the CA.
 *
 * @param requested - without a key while it is not made yet
 */
export async function checkX509Names(
  deps: CheckX509EnrollmentDeps,
  {
    administrator,
    authority,
    certificateProfile,
    existing,
  }: Pick<PlacedEnrollment, 'administrator' | 'authority' | 'certificateProfile' | 'existing'>,
  { subject, alternativeNames, publicKey }: RequestedNames & Partial<Pick<RequestedCertificate, 'publicKey'>>,
): Promise<void> {
  await requireNoSubjectOfCa(deps, authority, certificateProfile.value, { subject, publicKey });
  // The program renews what somebody has enrolled who was entitled to.
  const renews = administrator.kind === 'system' && existing?.subjectDn === subject.toString();
  if (!renews) await requireUnreserved(deps.access, administrator, authority, { subject, alternativeNames });
  requirePermittedNames(authority, subject, alternativeNames);
}
