/** The further members of an end entity that is added or edited. */
import {
  END_ENTITY_STATUS,
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
export function registeredInformation(placed: PlacedRegistration): ExtendedInformation {
  const { approved, existing, order, endEntityProfile } = placed;
  const { accountBindingId, certificateSerialNumber, startTime, endTime } = order;
  const extended: ExtendedInformation = {
    ...(existing === undefined ? {} : keptInformation(existing, placed)),
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

/** Tells whether the status stays: only another one gives an end entity its requests and login attempts again. */
export function keepsStatus({ existing, order }: Pick<PlacedRegistration, 'existing' | 'order'>): boolean {
  return existing?.status === END_ENTITY_STATUS[order.status];
}

/** Leaves out what the request says anew, and the counters of another profile. */
function keptInformation(existing: EndEntity, placed: PlacedRegistration): ExtendedInformation {
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
  const { allowedRequests, maxFailedLogins } = settingsOf(placed.order);
  const isSameProfile = existing.endEntityProfileId === placed.endEntityProfile.id;
  // A number of its own is among what the request says; what is left of it is not.
  const goesOn = (own: boolean | undefined, isSameNumber: boolean) =>
    own === true ? isSameNumber && keepsStatus(placed) : isSameProfile;
  return {
    ...kept,
    ...(requests !== undefined && goesOn(requests.own, requests.allowed === allowedRequests) ? { requests } : {}),
    ...(logins !== undefined && goesOn(logins.own, logins.maximum === maxFailedLogins) ? { logins } : {}),
  };
}
