import { requireEndEntityFitsProfile } from '../../../profiles/index.ts';
import {
  type ExtendedInformation,
  hasExtensionData,
  settingsOf,
  TOKEN_TYPE,
  withTimes,
} from '../../end-entities/index.ts';
import type { RequestedNames } from '../../requests/index.ts';
import type { EnrollmentInPlace } from '../steps/draft-end-entity.ts';
import type { EnrollmentOrder } from '../steps/enrollment-order.ts';
import { issuanceDataToCheck } from './issuance-data.ts';

/**
 * Requires that the end entity, as the enrollment leaves it, fits its profile.
 *
 * @param extended - members of the end entity besides those that the order names
 * @throws the error of the profile
 */
export function requireDraftFitsProfile(
  { order, authority, certificateProfile, endEntityProfile }: EnrollmentInPlace<EnrollmentOrder>,
  { subject, alternativeNames }: Pick<RequestedNames, 'alternativeNames' | 'subject'>,
  extended: ExtendedInformation,
): void {
  requireEndEntityFitsProfile(endEntityProfile.name, endEntityProfile.value, {
    username: order.username,
    password: order.password,
    // Without a password it gets a random one that nobody needs to know.
    hasPassword: order.password === undefined,
    email: order.email,
    subject,
    alternativeNames,
    caId: authority.id,
    certificateProfileId: certificateProfile.id,
    tokenType: order.tokenType ?? TOKEN_TYPE.USERGENERATED,
    ...issuanceDataToCheck({ ...extended, ...withTimes({}, order) }, settingsOf(order)),
    hasExtensionData: hasExtensionData(order),
  });
}
