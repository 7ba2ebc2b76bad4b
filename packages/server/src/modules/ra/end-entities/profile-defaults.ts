/** Members that an end entity gets from its profile by default. */
import type { EndEntityProfile } from '../../profiles/index.ts';
import { type ExtendedInformation, withCounters } from './extended-information.ts';
import type { NamedSettings } from './named-settings.ts';

/**
 * Applies the defaults of the profile to an end entity that is new under it: times, reason for being issued as revoked, and counters.
 *
 * @param asked - settings of the request, which may ask for certificates that are not revoked
 */
export function withProfileDefaults(
  extended: ExtendedInformation,
  profile: Pick<
    EndEntityProfile,
    'allowedRequests' | 'endTime' | 'issuanceRevocationReason' | 'maxFailedLogins' | 'startTime'
  >,
  { issuanceRevocationReason: askedReason }: NamedSettings,
): ExtendedInformation {
  const startTime = extended.startTime ?? profile.startTime?.value;
  const endTime = extended.endTime ?? profile.endTime?.value;
  const { value: reason } = profile.issuanceRevocationReason;
  const hasReason = askedReason !== undefined || extended.issuanceRevocationReason !== undefined;
  return {
    ...withCounters(extended, profile),
    ...(startTime === undefined ? {} : { startTime }),
    ...(endTime === undefined ? {} : { endTime }),
    ...(hasReason || reason === 'NOT_REVOKED' ? {} : { issuanceRevocationReason: reason }),
  };
}
