/** The further members of the end entity of an enrollment, as they are to be. */
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
 * Returns the members that the end entity has, with those that the order brings; and with those of its profile where it is new under that.
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

/** Leaves out the counters of another profile. */
function withoutCounters({
  logins: _logins,
  requests: _requests,
  ...others
}: ExtendedInformation): ExtendedInformation {
  return others;
}
