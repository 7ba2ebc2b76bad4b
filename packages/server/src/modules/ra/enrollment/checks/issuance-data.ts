/** Checks of end entity members that affect its certificate against the profiles and the CA. */
import { type CertificateAuthority, type CertificateStore, SerialNumberInUseError } from '../../../ca/index.ts';
import { type EndEntityToCheck, requireIssuanceDataAllowed, requireValidityAllowed } from '../../../profiles/index.ts';
import { type ExtendedInformation, extensionsOfData, type NamedSettings, timesOf } from '../../end-entities/index.ts';
import type { EnrollmentInPlace } from '../steps/draft-end-entity.ts';

export interface IssuanceDataDeps {
  readonly certificates: Pick<CertificateStore, 'findStatus'>;
}

/**
 * Checks the members against the certificate profile, and that the serial number is free. Concurrent requests for one number are detected at commit.
 *
 * @throws {@link SerialNumberInUseError}, and the errors of the profile
 */
export async function checkIssuanceData(
  { certificates }: IssuanceDataDeps,
  {
    authority,
    certificateProfile,
  }: Pick<EnrollmentInPlace<unknown, Pick<CertificateAuthority, 'id' | 'name'>>, 'authority' | 'certificateProfile'>,
  extended: ExtendedInformation,
): Promise<void> {
  const { certificateSerialNumber: serialNumber } = extended;
  requireValidityAllowed(certificateProfile, timesOf(extended, 0));
  requireIssuanceDataAllowed(certificateProfile, {
    namesSerialNumber: serialNumber !== undefined,
    constrainsNames: constrainsNames(extended),
    extensions: extensionsOfData(extended.certificateData),
  });
  if (serialNumber === undefined) return;
  if ((await certificates.findStatus(authority.id, serialNumber)) !== undefined)
    throw new SerialNumberInUseError(authority.name, serialNumber);
}

/** Tells whether the certificate is to have extensions that only certificates of X.509 have. */
export function hasOwnExtensions(extended: ExtendedInformation): boolean {
  return constrainsNames(extended) || extensionsOfData(extended.certificateData).length > 0;
}

function constrainsNames({ nameConstraintsPermitted, nameConstraintsExcluded }: ExtendedInformation): boolean {
  return (nameConstraintsPermitted ?? nameConstraintsExcluded) !== undefined;
}

/** Returns the members in the form that the end entity profile checks. */
export function issuanceDataToCheck(
  extended: ExtendedInformation,
  { allowedRequests, maxFailedLogins, issuanceRevocationReason }: NamedSettings,
): Pick<
  EndEntityToCheck,
  | 'allowedRequests'
  | 'endTime'
  | 'excludesNames'
  | 'extensions'
  | 'issuanceRevocationReason'
  | 'maxFailedLogins'
  | 'namesSerialNumber'
  | 'permitsNames'
  | 'startTime'
> {
  return {
    allowedRequests,
    maxFailedLogins,
    issuanceRevocationReason: issuanceRevocationReason ?? extended.issuanceRevocationReason,
    namesSerialNumber: extended.certificateSerialNumber !== undefined,
    permitsNames: extended.nameConstraintsPermitted !== undefined,
    excludesNames: extended.nameConstraintsExcluded !== undefined,
    extensions: extensionsOfData(extended.certificateData),
    startTime: extended.startTime,
    endTime: extended.endTime,
  };
}
