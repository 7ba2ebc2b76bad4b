/** Moments as UTCTime and GeneralizedTime have them in certificates (RFC 5280 §4.1.2.5). */

/**
 * Returns the moment of `YYMMDDHHMMSSZ` or `YYYYMMDDHHMMSSZ`, as seconds since 1970, and NaN for octets that are not a moment. No text and
 * no object is made: a CRL has a million of them.
 *
 * @param at - where it begins
 * @param yearDigits - 2: the years are 1950 through 2049
 */
export function secondsAt(source: Uint8Array, at: number, yearDigits: 2 | 4): number {
  const first = pair(source, at);
  const rest = at + yearDigits;
  const second = yearDigits === 4 ? pair(source, at + 2) : 0;
  const month = pair(source, rest);
  const day = pair(source, rest + 2);
  const hour = pair(source, rest + 4);
  const minute = pair(source, rest + 6);
  const seconds = pair(source, rest + 8);
  if (source[rest + 10] !== Z || first < 0 || second < 0 || month < 1 || month > 12 || day < 1) return Number.NaN;
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || seconds < 0 || seconds > 59) return Number.NaN;
  const year = yearDigits === 4 ? first * 100 + second : first + (first < 50 ? 2000 : 1900);
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  if (day > DAYS_OF_MONTH[month]! + (isLeap && month === 2 ? 1 : 0)) return Number.NaN;
  const days = daysBeforeYear(year) - DAYS_BEFORE_1970 + DAYS_BEFORE[month]! + (isLeap && month > 2 ? 1 : 0) + day - 1;
  return days * 86_400 + hour * 3600 + minute * 60 + seconds;
}

/** Returns the number of two digits, and one below 0 for others. */
function pair(source: Uint8Array, at: number): number {
  const ten = source[at]! - 0x30;
  const one = source[at + 1]! - 0x30;
  return ten >>> 0 > 9 || one >>> 0 > 9 ? -1 : ten * 10 + one;
}

/** Returns the days from the beginning of the year 1 to that of another. */
function daysBeforeYear(year: number): number {
  const years = year - 1;
  return years * 365 + Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400);
}

const Z = 0x5a;
const DAYS_OF_MONTH = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const DAYS_BEFORE = [0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
const DAYS_BEFORE_1970 = daysBeforeYear(1970);
