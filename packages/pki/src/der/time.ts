/** UTCTime and GeneralizedTime in the one form that RFC 5280 §4.1.2.5 allows each: UTC, seconds, no fraction. */
import { DerError } from './errors.ts';

/**
 * Reads `YYMMDDHHMMSSZ`; years 50 to 99 are 1950 to 1999 (RFC 5280 §4.1.2.5.1).
 *
 * @returns seconds since 1970-01-01T00:00:00Z
 */
export function decodeUtcTime(content: Uint8Array, offset: number): number {
  const digits = digitsBeforeZ(content, 12, offset);
  const year = two(digits, 0);
  return seconds(year < 50 ? 2000 + year : 1900 + year, digits, 2, offset);
}

/**
 * Reads `YYYYMMDDHHMMSSZ`.
 *
 * @returns seconds since 1970-01-01T00:00:00Z
 */
export function decodeGeneralizedTime(content: Uint8Array, offset: number): number {
  const digits = digitsBeforeZ(content, 14, offset);
  return seconds(two(digits, 0) * 100 + two(digits, 2), digits, 4, offset);
}

/** `YYMMDDHHMMSSZ` of a moment in 1950 to 2049. */
export function encodeUtcTime(unixSeconds: number): string {
  return encodeGeneralizedTime(unixSeconds).slice(2);
}

/** `YYYYMMDDHHMMSSZ` of a moment in 0000 to 9999. */
export function encodeGeneralizedTime(unixSeconds: number): string {
  if (!Number.isInteger(unixSeconds) || unixSeconds < MIN_TIME || unixSeconds > MAX_TIME) {
    throw new RangeError(`${unixSeconds} is not a whole second of the years 0 to 9999`);
  }
  // Certificates that are issued within one second have the same times.
  const known = recent.get(unixSeconds);
  if (known !== undefined) return known;
  // Always YYYY-MM-DDTHH:MM:SS.000Z in this range.
  const iso = new Date(unixSeconds * 1000).toISOString();
  const text = `${iso.slice(0, 4)}${iso.slice(5, 7)}${iso.slice(8, 10)}${iso.slice(11, 13)}${iso.slice(14, 16)}${iso.slice(17, 19)}Z`;
  if (recent.size === MAX_RECENT) recent.clear();
  recent.set(unixSeconds, text);
  return text;
}

/** Returns whether RFC 5280 §4.1.2.5 asks for UTCTime: dates through the year 2049. */
export function isUtcTimeRange(unixSeconds: number): boolean {
  return unixSeconds >= UTC_TIME_MIN && unixSeconds < UTC_TIME_END;
}

function digitsBeforeZ(content: Uint8Array, count: number, offset: number): Uint8Array {
  const wellFormed =
    content.length === count + 1 &&
    content[count] === 0x5a &&
    content.subarray(0, count).every((byte) => byte >= 0x30 && byte <= 0x39);
  if (!wellFormed) throw new DerError('der.bad_value', `a time is not ${count} digits and Z`, offset);
  return content;
}

function two(digits: Uint8Array, at: number): number {
  return (digits[at]! - 0x30) * 10 + digits[at + 1]! - 0x30;
}

function seconds(year: number, digits: Uint8Array, at: number, offset: number): number {
  const month = two(digits, at);
  const day = two(digits, at + 2);
  const hour = two(digits, at + 4);
  const minute = two(digits, at + 6);
  const second = two(digits, at + 8);
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  const valid = month >= 1 && month <= 12 && day >= 1 && day <= days && hour < 24 && minute < 60 && second < 60;
  if (!valid) throw new DerError('der.bad_value', 'a time is not a moment of the calendar', offset);
  // Date.UTC reads the years 0 to 99 as 1900 to 1999, so the year is set on its own.
  const date = new Date(Date.UTC(2000, month - 1, day, hour, minute, second));
  date.setUTCFullYear(year, month - 1, day);
  return date.getTime() / 1000;
}

/** A pure memo of the times written last. */
const recent = new Map<number, string>();
const MAX_RECENT = 16;
const MIN_TIME = -62_167_219_200;
const MAX_TIME = 253_402_300_799;
const UTC_TIME_MIN = -631_152_000;
const UTC_TIME_END = 2_524_608_000;
