/** The further members of an end entity that is added or edited. */
import {
  type EndEntity,
  type ExtendedInformation,
  keepsKeys,
  TOKEN_TYPE,
  settingsOf,
  withEndEntityData,
  withoutApproval,
  withoutHolder,
  withProfileDefaults,
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
  const extended: ExtendedInformation = {
    ...keptInformation(existing, endEntityProfile.id),
    ...(approved === undefined ? {} : { approvedRegistration: approved.requestId }),
    ...(accountBindingId === undefined ? {} : { accountBindingId }),
    ...(certificateSerialNumber === undefined ? {} : { certificateSerialNumber }),
    ...(startTime === undefined ? {} : { startTime: { kind: 'absolute', seconds: startTime } }),
    ...(endTime === undefined ? {} : { endTime: { kind: 'absolute', seconds: endTime } }),
  };
  return withProfileDefaults(withEndEntityData(extended, order), endEntityProfile.value, settingsOf(order));
}

/** Tells whether the keys of its keystores are to be kept: as is asked for, or else as it was, or as its profile says. */
export function isToBeRecoverable({ existing, order, endEntityProfile }: PlacedRegistration): boolean {
  const { keyRecoverable, token } = order;
  if (keyRecoverable !== undefined) return keyRecoverable;
  const before = existing?.endEntityProfileId === endEntityProfile.id ? existing : undefined;
  return keepsKeys(before, TOKEN_TYPE[token], endEntityProfile.value.keyRecovery);
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
    logins,
    nameConstraintsExcluded: _excluded,
    nameConstraintsPermitted: _permitted,
    requests,
    startTime: _startTime,
    ...kept
    // What was approved before goes with the names of before.
  } = withoutApproval(withoutHolder(existing.extended));
  if (existing.endEntityProfileId !== endEntityProfileId) return kept;
  return {
    ...kept,
    // Numbers of its own are among what the request says anew.
    ...(requests === undefined || requests.own === true ? {} : { requests }),
    ...(logins === undefined || logins.own === true ? {} : { logins }),
  };
}
