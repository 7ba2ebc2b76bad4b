/** Members that an end entity gets from its profile, where the request does not say. */
import type { EndEntityProfile } from '../../profiles/index.ts';
import { type ExtendedInformation, withCounters } from './extended-information.ts';
import type { NamedSettings } from './named-settings.ts';

/**
 * Gives an end entity that is new under a profile what the profile says: times, the reason for being issued revoked, and counters.
 *
 * @param asked - settings that the request has: who asks for certificates that are not revoked gets those
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
