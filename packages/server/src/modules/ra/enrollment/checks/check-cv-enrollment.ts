/** Checks of an enrollment for a card verifiable certificate, in order. The rights for the names were checked before. */
import { type CvRequest, dayOf, startOfDay } from '@sealwright/pki';
import { type Clock, nowSeconds } from '../../../../kernel/clock.ts';
import type { CheckedCvRequest, CvcSigningAuthority, CvRequestIssuance } from '../../../ca/index.ts';
import { type ExtendedInformation, timesOf, TOKEN_TYPE } from '../../end-entities/index.ts';
import { EnrollmentInputError } from '../../errors/index.ts';
import { demandedExtensions, type RequestedCertificate } from '../../requests/index.ts';
import type { EnrollmentInPlace } from '../steps/draft-end-entity.ts';
import { draftedInformation } from '../steps/drafted-information.ts';
import type { EnrollmentOrder } from '../steps/enrollment-order.ts';
import { requireAvailable } from './available-profile.ts';
import { requireStorage } from './certificates-stored.ts';
import { requireDraftFitsProfile } from './end-entity-fits-profile.ts';
import { checkCvNames, type CvNamesDeps, requireHolder } from './cv-names.ts';
import { hasOwnExtensions } from './issuance-data.ts';

export interface CheckCvEnrollmentDeps extends CvNamesDeps {
  readonly clock: Clock;
  readonly cvRequestIssuance: Pick<CvRequestIssuance, 'check' | 'issue'>;
}

/**
 * Checks the request.
 *
 * @returns the request, which may be granted
 * @throws the error of the first check that fails
 */
export async function checkCvEnrollment(
  deps: CheckCvEnrollmentDeps,
  placed: EnrollmentInPlace<EnrollmentOrder, CvcSigningAuthority>,
  requested: RequestedCertificate,
): Promise<CheckedCvRequest> {
  const { order, authority, certificateProfile, existing } = placed;
  const { subject } = requested;
  const request = cvRequestOf(requested);
  requireAvailable(authority, certificateProfile);
  requireStorage(certificateProfile);
  const extended = draftedInformation(placed);
  const kept = timesOf(extended, nowSeconds(deps.clock));
  requireCardVerifiable({ ...order, notBefore: order.notBefore ?? kept.notBefore }, extended);
  await checkCvNames(deps, placed, requested);
  requireHolder(subject, existing, request);
  requireDraftFitsProfile(placed, requested, extended);
  const askedEnd = order.notAfter ?? kept.notAfter;
  const notAfter = askedEnd === undefined ? undefined : endOfLastDay(askedEnd);
  return deps.cvRequestIssuance.check({ authority, profile: certificateProfile, request, notAfter });
}

/**
 * Refuses settings that a card verifiable certificate cannot represent.
 *
 * @throws {@link EnrollmentInputError}
 */
export function requireCardVerifiable(
  { notBefore, extensionData, tokenType }: Pick<EnrollmentOrder, 'notBefore' | 'extensionData' | 'tokenType'>,
  extended: ExtendedInformation,
): void {
  if (extended.certificateSerialNumber !== undefined || hasOwnExtensions(extended)) {
    throw new EnrollmentInputError(
      'certificate_serial_number, name constraints and data for extensions are for certificates of X.509, and card verifiable ones have none of them. Leave them out.',
    );
  }
  if (extended.issuanceRevocationReason !== undefined) {
    throw new EnrollmentInputError(
      `Card verifiable certificates cannot be issued revoked (${extended.issuanceRevocationReason}): their CAs make no CRLs that would say so. Leave out REVOCATIONREASON, or give -1 where the end entity profile has a reason.`,
    );
  }
  if (tokenType !== undefined && tokenType !== TOKEN_TYPE.USERGENERATED)
    throw new EnrollmentInputError(
      'token has to be USERGENERATED: there is no keystore for card verifiable certificates.',
    );
  if (notBefore !== undefined) {
    throw new EnrollmentInputError(
      'start_time is not for card verifiable certificates, which begin on the day of their issuance. Leave it out.',
    );
  }
  if (demandedExtensions(extensionData).length > 0) {
    throw new EnrollmentInputError(
      'extension_data names an extension of X.509, and card verifiable certificates have none. Leave it out.',
    );
  }
}

/** Returns the last second of the last full day before that time: such certificates are valid for whole days, and not longer than requested. */
function endOfLastDay(notAfter: number): number {
  return startOfDay(dayOf(notAfter + 1)) - 1;
}

function cvRequestOf({ cvRequest }: RequestedCertificate): CvRequest {
  if (cvRequest === undefined) throw new TypeError('the request was read as one for a certificate of X.509');
  return cvRequest;
}
