/**
 * The dates of card verifiable certificates: six digits YYMMDD as unpacked BCD, from 2000 to 2099, in UTC (BSI TR-03110 part 3 D.2.1.3).
 *
 * A day is a whole number of days since 1970-01-01, so that days compare and add up.
 */
import { CvcError } from './errors.ts';

/** The day that a moment falls in; seconds since 1970-01-01T00:00:00Z. */
export function dayOf(unixSeconds: number): number {
  return Math.floor(unixSeconds / SECONDS_PER_DAY);
}

/** The first second of a day, since 1970. */
export function startOfDay(day: number): number {
  return day * SECONDS_PER_DAY;
}

/** `2026-11-21` */
export function formatDay(day: number): string {
  return new Date(startOfDay(day) * 1000).toISOString().slice(0, 10);
}

/**
 * Six octets of one digit each.
 *
 * @throws {@link CvcError} `cvc.bad_date` for a day before 2000 or after 2099
 */
export function encodeDay(day: number): Uint8Array {
  if (!Number.isInteger(day) || day < FIRST_DAY || day > LAST_DAY) throw bad('a date is not in 2000 to 2099');
  return Uint8Array.from(formatDay(day).slice(2).replaceAll('-', ''), Number);
}

/** @throws {@link CvcError} `cvc.bad_date` */
export function decodeDay(octets: Uint8Array): number {
  if (octets.length !== 6 || octets.some((octet) => octet > 9)) throw bad('a date is not six digits, one an octet');
  const [year, month, day] = [0, 2, 4].map((at) => octets[at]! * 10 + octets[at + 1]!) as [number, number, number];
  const found = Date.UTC(2000 + year, month - 1, day) / 86_400_000;
  // The thirtieth of February would be the first or second of March.
  if (encodeDay(found).some((octet, at) => octet !== octets[at])) throw bad('a date is not a day of the calendar');
  return found;
}

function bad(message: string): CvcError {
  return new CvcError('cvc.bad_date', message);
}

const SECONDS_PER_DAY = 86_400;
const FIRST_DAY = Date.UTC(2000, 0, 1) / 86_400_000;
const LAST_DAY = Date.UTC(2099, 11, 31) / 86_400_000;
