/**
 * The checks of an enrollment for a certificate of X.509, in their order: what the CA offers, whose names these are, and what both profiles
 * allow. The caller has every right that the names alone need.
 */
import type { SerialNumber } from '@sealwright/pki';
import type { AccessControl } from '../../../access/index.ts';
import {
  requireAllowedNames,
  requirePermittedNames,
  requireUnreserved,
  type SigningAuthority,
} from '../../../ca/index.ts';
import {
  requireEndEntityFitsProfile,
  requireValidityAllowed,
  validatePublicKeyAgainstProfile,
} from '../../../profiles/index.ts';
import { hasExtensionData, settingsOf, TOKEN_TYPE, withTimes } from '../../end-entities/index.ts';
import type { RequestDemands, RequestedCertificate, RequestedNames } from '../../requests/index.ts';
import type { EnrollmentInPlace } from '../steps/draft-end-entity.ts';
import { draftedInformation } from '../steps/drafted-information.ts';
import type { EnrollmentOrder } from '../steps/enrollment-order.ts';
import { requireAvailable } from './available-profile.ts';
import { requireStorage } from './certificates-stored.ts';
import { requireDemandsMet } from './demands-of-request.ts';
import { checkIssuanceData, type IssuanceDataDeps, issuanceDataToCheck } from './issuance-data.ts';
import { requireNoSubjectOfCa, type SubjectOfCaDeps } from './subject-of-ca.ts';
import { requireMayVouch } from './vouched-possession.ts';

/** An enrollment that was placed: the first step is done. */
export type PlacedEnrollment = EnrollmentInPlace<EnrollmentOrder, SigningAuthority>;

export interface CheckX509EnrollmentDeps extends SubjectOfCaDeps, IssuanceDataDeps {
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
  placed: PlacedEnrollment,
  requested: RequestedNames & RequestDemands & Partial<Pick<RequestedCertificate, 'publicKey'>>,
): Promise<void> {
  const { administrator, order, authority, certificateProfile, endEntityProfile, existing } = placed;
  const { subject, alternativeNames, publicKey } = requested;
  const extended = draftedInformation(placed);
  requireAvailable(authority, certificateProfile);
  requireStorage(certificateProfile);
  requireDemandsMet(authority, certificateProfile, requested);
  if (requested.vouched === true)
    await requireMayVouch(deps.access, { administrator, order, authority, endEntityProfile, existing });
  if (order.strictValidity === true) requireValidityAllowed(certificateProfile, order);
  await checkIssuanceData(deps, placed, extended);
  const { certificateSerialNumber: serialNumber } = extended;
  await checkX509Names(deps, placed, { ...requested, serialNumber });
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
    ...issuanceDataToCheck({ ...extended, ...timesAskedFor(order) }, settingsOf(order)),
    hasExtensionData: hasExtensionData(order),
  });
}

/**
 * Checks whose names these are: no CA's, none that gives somebody rights, none outside of the constraints of the CA, none that the profile refuses.
 *
 * @param requested - without a key while it is not made yet, and with the serial number where the CA does not choose it
 */
export async function checkX509Names(
  deps: CheckX509EnrollmentDeps,
  {
    administrator,
    authority,
    certificateProfile,
    existing,
  }: Pick<PlacedEnrollment, 'administrator' | 'authority' | 'certificateProfile' | 'existing'>,
  { subject, alternativeNames, publicKey, serialNumber }: NamesToCheck,
): Promise<void> {
  await requireNoSubjectOfCa(deps, authority, certificateProfile.value, { subject, publicKey });
  // The program renews what somebody has enrolled who was entitled to.
  const renews = administrator.kind === 'system' && existing?.subjectDn === subject.toString();
  if (!renews || serialNumber !== undefined)
    await requireUnreserved(deps.access, administrator, authority, { subject, alternativeNames, serialNumber });
  requirePermittedNames(authority, subject, alternativeNames);
  await requireAllowedNames(certificateProfile, { subject, alternativeNames });
}

/** Names that a certificate is to have, and what else says whose they are. */
type NamesToCheck = RequestedNames &
  Partial<Pick<RequestedCertificate, 'publicKey'>> & { readonly serialNumber?: SerialNumber | undefined };

/** Returns the times of the order, which count for this certificate instead of those of the end entity. */
function timesAskedFor(order: Pick<EnrollmentOrder, 'notAfter' | 'notBefore'>) {
  return withTimes({}, order);
}
