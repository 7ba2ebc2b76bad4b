/** Validity of certificates and of their keys. */
import { Type } from 'typebox';
import { choice, durationText } from '../../../configuration/index.ts';
import { flag } from '../../common/index.ts';

const WEEKDAYS = {
  SUNDAY: 'Sunday',
  MONDAY: 'Monday',
  TUESDAY: 'Tuesday',
  WEDNESDAY: 'Wednesday',
  THURSDAY: 'Thursday',
  FRIDAY: 'Friday',
  SATURDAY: 'Saturday',
} as const;

/** Days of the week, starting with Sunday. */
export const WEEKDAY_NAMES = Object.keys(WEEKDAYS);

export const validitySettings = {
  validity: durationText({
    description: 'How long a certificate is valid from its notBefore, or its end, such as `2035-12-31 23:59:59+00:00`.',
    default: '2y',
  }),
  validityOffsetUsed: flag(false, 'Uses `validityOffset`. Otherwise notBefore is ten minutes before the issuance.'),
  validityOffset: durationText({
    description: 'The time from the issuance to notBefore. Negative: notBefore is in the past.',
    default: '-10m',
  }),
  expirationRestrictionForWeekdaysUsed: flag(
    false,
    'Moves the end of a certificate away from the days in `expirationRestrictionWeekdays`.',
  ),
  expirationRestrictionWeekdays: Type.Array(choice(WEEKDAYS), {
    description: 'Days of the week (UTC) on which certificates do not expire.',
    uniqueItems: true,
    default: ['SUNDAY', 'MONDAY', 'FRIDAY', 'SATURDAY'],
  }),
  expirationRestrictionForWeekdaysBefore: flag(true, 'Moves the end to an earlier day. `false`: to a later one.'),
};

export const keyPeriodSettings = {
  privateKeyUsagePeriodNotBeforeUsed: flag(
    false,
    'Writes the beginning of the private key usage period (RFC 3280 §4.2.1.4).',
  ),
  privateKeyUsagePeriodStartOffset: durationText({
    description: "The time from the certificate's notBefore to that beginning.",
    default: '0s',
  }),
  privateKeyUsagePeriodNotAfterUsed: flag(false, 'Writes the end of the private key usage period.'),
  privateKeyUsagePeriodLength: durationText({
    description: 'The time from its beginning to that end.',
    default: '730d',
  }),
};
