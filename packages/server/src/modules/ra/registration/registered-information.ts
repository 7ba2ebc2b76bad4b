/** The further members of an end entity that is added or edited. */
import {
  type EndEntity,
  type ExtendedInformation,
  isKeyRecoverable,
  TOKEN_TYPE,
  withEndEntityData,
  withLoginLimit,
  withoutApproval,
  withoutHolder,
} from '../end-entities/index.ts';
import type { PlacedRegistration } from './end-entity-registration.ts';

/** Returns the members as they are to be: those that are asked for, those of the profile, and those that no request of this kind changes. */
export function registeredInformation({
  approved,
  existing,
  order,
  endEntityProfile,
}: PlacedRegistration): ExtendedInformation {
  const { accountBindingId, certificateSerialNumber, startTime, endTime } = order;
  const { maxFailedLogins, issuanceRevocationReason: reason } = endEntityProfile.value;
  const extended: ExtendedInformation = {
    ...keptInformation(existing, endEntityProfile.id),
    ...(approved === undefined ? {} : { approvedRegistration: approved.requestId }),
    ...(accountBindingId === undefined ? {} : { accountBindingId }),
    ...(certificateSerialNumber === undefined ? {} : { certificateSerialNumber }),
    ...(startTime === undefined ? {} : { startTime: { kind: 'absolute', seconds: startTime } }),
    ...(endTime === undefined ? {} : { endTime: { kind: 'absolute', seconds: endTime } }),
    ...(reason.value === 'NOT_REVOKED' ? {} : { issuanceRevocationReason: reason.value }),
  };
  const counted = withRequests(extended, endEntityProfile.value.allowedRequests.value);
  return withEndEntityData(withLoginLimit(counted, maxFailedLogins.value), order);
}

/** Tells whether the keys of its keystores are to be kept: as is asked for, or else as it was, or as its profile says. */
export function isToBeRecoverable({ existing, order, endEntityProfile }: PlacedRegistration): boolean {
  const { keyRecoverable, token } = order;
  if (keyRecoverable !== undefined) return keyRecoverable;
  if (existing !== undefined && existing.endEntityProfileId === endEntityProfile.id) return isKeyRecoverable(existing);
  const { used, byDefault, required } = endEntityProfile.value.keyRecovery;
  return used && (byDefault || required) && TOKEN_TYPE[token] !== TOKEN_TYPE.USERGENERATED;
}

/** Leaves out what the request says anew, and the counters of another profile. */
function keptInformation(existing: EndEntity | undefined, endEntityProfileId: number): ExtendedInformation {
  if (existing === undefined) return {};
  const {
    accountBindingId: _account,
    certificateSerialNumber: _serialNumber,
    customData: _customData,
    endTime: _endTime,
    extensionData: _extensionData,
    issuanceRevocationReason: _reason,
    startTime: _startTime,
    ...kept
    // What was approved before goes with the names of before.
  } = withoutApproval(withoutHolder(existing.extended));
  if (existing.endEntityProfileId === endEntityProfileId) return kept;
  const { logins: _logins, requests: _requests, ...others } = kept;
  return others;
}

function withRequests(extended: ExtendedInformation, allowed: number): ExtendedInformation {
  if (extended.requests !== undefined || allowed === 1) return extended;
  return { ...extended, requests: { allowed, remaining: allowed } };
}
