/** Further members of the end entity of an enrollment, in the state after it. */
import {
  type ExtendedInformation,
  settingsOf,
  withEndEntityData,
  withProfileDefaults,
  withTimes,
} from '../../end-entities/index.ts';
import type { EnrollmentInPlace } from './draft-end-entity.ts';
import type { EnrollmentOrder } from './enrollment-order.ts';

/**
 * Returns the present members of the end entity with those of the order, and with the defaults of its profile if it is new under that.
 *
 * @throws {@link EnrollmentInputError}
 */
export function draftedInformation({
  existing,
  order,
  endEntityProfile: { id, value: profile },
}: EnrollmentInPlace<EnrollmentOrder>): ExtendedInformation {
  const isNew = existing?.endEntityProfileId !== id;
  const { accountBindingId, certificateSerialNumber } = order;
  const kept = isNew ? withoutCounters(existing?.extended ?? {}) : existing.extended;
  const merged = withEndEntityData(kept, order);
  const extended: ExtendedInformation = {
    ...(order.strictValidity === true ? withTimes(merged, order) : merged),
    ...(accountBindingId === undefined ? {} : { accountBindingId }),
    ...(certificateSerialNumber === undefined ? {} : { certificateSerialNumber }),
  };
  return isNew ? withProfileDefaults(extended, profile, settingsOf(order)) : extended;
}

/** Removes the counters of another profile. */
function withoutCounters({
  logins: _logins,
  requests: _requests,
  ...others
}: ExtendedInformation): ExtendedInformation {
  return others;
}
