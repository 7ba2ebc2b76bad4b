/**
 * Checks of an enrollment for an X.509 certificate, in order: availability at the CA, ownership of the names, and rules of both profiles. The rights
 * for the names were checked before.
 */
import type { SerialNumber } from '@sealwright/pki';
import type { AccessControl } from '../../../access/index.ts';
import { checkNameRules, checkNameConstraints, requireUnreserved, type SigningAuthority } from '../../../ca/index.ts';
import { certificateNames, requireValidityAllowed, validatePublicKeyAgainstProfile } from '../../../profiles/index.ts';
import type { RequestDemands, RequestedCertificate, RequestedNames } from '../../requests/index.ts';
import type { EnrollmentInPlace } from '../steps/draft-end-entity.ts';
import { draftedInformation } from '../steps/drafted-information.ts';
import type { EnrollmentOrder } from '../steps/enrollment-order.ts';
import { requireAvailable } from './available-profile.ts';
import { requireStorage } from './certificates-stored.ts';
import { requireDraftFitsProfile } from './end-entity-fits-profile.ts';
import { requireDemandsMet } from './demands-of-request.ts';
import { checkIssuanceData, type IssuanceDataDeps } from './issuance-data.ts';
import { requireNoSubjectOfCa, type SubjectOfCaDeps } from './subject-of-ca.ts';
import { requireMayVouch } from './vouched-possession.ts';

/** An enrollment after its first step, placing. */
export type PlacedEnrollment = EnrollmentInPlace<EnrollmentOrder, SigningAuthority>;

export interface CheckX509EnrollmentDeps extends SubjectOfCaDeps, IssuanceDataDeps {
  readonly access: AccessControl;
}

/**
 * Checks the request.
 *
 * @param requested - without a key if it is not generated yet
 * @throws the error of the first check that fails
 */
export async function checkX509Enrollment(
  deps: CheckX509EnrollmentDeps,
  placed: PlacedEnrollment,
  requested: RequestedNames & RequestDemands & Partial<Pick<RequestedCertificate, 'publicKey'>>,
): Promise<void> {
  const { administrator, order, authority, certificateProfile, endEntityProfile, existing } = placed;
  const { publicKey } = requested;
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
  requireDraftFitsProfile(placed, requested, extended);
}

/**
 * Checks the names of the certificate: they must not be a CA's, give anybody rights, violate the name constraints of the CA, or be refused by the profile.
 *
 * @param requested - names of the end entity, without a key if it is not generated yet, and with the serial number unless the CA chooses it
 */
export async function checkX509Names(
  deps: CheckX509EnrollmentDeps,
  {
    administrator,
    authority,
    certificateProfile,
    existing,
  }: Pick<PlacedEnrollment, 'administrator' | 'authority' | 'certificateProfile' | 'existing'>,
  { publicKey, serialNumber, ...ofEndEntity }: NamesToCheck,
): Promise<void> {
  const { subject, alternativeNames } = certificateNames(certificateProfile, ofEndEntity);
  await requireNoSubjectOfCa(deps, authority, certificateProfile.value, { subject, publicKey });
  // The program renews an end entity that an administrator with the necessary rights has enrolled.
  const renews = administrator.kind === 'system' && existing?.subjectDn === ofEndEntity.subject.toString();
  if (!renews || serialNumber !== undefined)
    await requireUnreserved(deps.access, administrator, authority, { subject, alternativeNames, serialNumber });
  checkNameConstraints(authority, subject, alternativeNames);
  await checkNameRules(certificateProfile, { subject, alternativeNames });
}

/** Names of a certificate, with other members that identify its owner. */
type NamesToCheck = RequestedNames &
  Partial<Pick<RequestedCertificate, 'publicKey'>> & { readonly serialNumber?: SerialNumber | undefined };
