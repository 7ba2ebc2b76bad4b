/** Further members of an end entity that is added or edited. */
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

/** Returns the members after the registration: the requested ones, those of the profile, and those that such requests do not change. */
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

/** Tells whether the keys of its keystores are kept: as requested, or else as before, or as its profile says. */
export function isToBeRecoverable({ existing, order, endEntityProfile }: PlacedRegistration): boolean {
  const { keyRecoverable, token } = order;
  if (keyRecoverable !== undefined) return keyRecoverable;
  const before = existing?.endEntityProfileId === endEntityProfile.id ? existing : undefined;
  return keepsKeys(before, TOKEN_TYPE[token], endEntityProfile.value.keyRecovery);
}

/** Tells whether the status stays the same: only another status resets requests and login attempts. */
export function keepsStatus({ existing, order }: Pick<PlacedRegistration, 'existing' | 'order'>): boolean {
  return existing?.status === END_ENTITY_STATUS[order.status];
}

/** Removes the members that the request replaces, and the counters of another profile. */
function keptInformation(existing: EndEntity, placed: PlacedRegistration): ExtendedInformation {
  const {
    accountBindingId: _account,
    certificateData: _certificateData,
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
    // An earlier approval applied to the earlier members.
  } = withoutApproval(withoutHolder(existing.extended));
  const { allowedRequests, maxFailedLogins } = settingsOf(placed.order);
  const isSameProfile = existing.endEntityProfileId === placed.endEntityProfile.id;
  // The request repeats a number that was chosen for the end entity, but not how many are left.
  const goesOn = (own: boolean | undefined, isSameNumber: boolean) =>
    own === true ? isSameNumber && keepsStatus(placed) : isSameProfile;
  return {
    ...kept,
    ...(requests !== undefined && goesOn(requests.own, requests.allowed === allowedRequests) ? { requests } : {}),
    ...(logins !== undefined && goesOn(logins.own, logins.maximum === maxFailedLogins) ? { logins } : {}),
  };
}
