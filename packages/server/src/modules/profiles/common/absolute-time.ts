/**
 * Parses a time such as `2035-12-31`, `2035-12-31 23:59:59` or `2035-12-31T23:59:59+02:00` to seconds since 1970.
 *
 * Without an offset it is UTC; without a time of day it is the beginning of the day.
 *
 * @returns undefined for any other text, or a day that does not exist
 */
export function parseAbsoluteTime(text: string): number | undefined {
  const match = PATTERN.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour = '0', minute = '0', second = '0', offset = 'Z'] = match;
  const [y, mo, d, h, m, s] = [year, month, day, hour, minute, second].map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const date = new Date(Date.UTC(y, mo - 1, d, h, m, s));
  // Date converts 31 February to 3 March.
  const real = date.getUTCMonth() === mo - 1 && date.getUTCDate() === d && h < 24 && m < 60 && s < 60;
  return real && y >= 1950 ? date.getTime() / 1000 - offsetSeconds(offset) : undefined;
}

function offsetSeconds(offset: string): number {
  if (offset === 'Z') return 0;
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2));
  return (offset.startsWith('-') ? -minutes : minutes) * 60;
}

const PATTERN = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d))? ?(Z|[+-]\d\d:?\d\d)?)?$/;
