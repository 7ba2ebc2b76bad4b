/** The date forms of the CA REST interface. */

/** `2031-05-01T10:00:00Z`: UTC, seconds, as every date-time of a response. */
export function formatDateTime(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
}

/**
 * Reads an ISO 8601 date-time with an offset, such as `2012-06-07T23:55:59+02:00`.
 *
 * In a query string that was not percent-encoded the `+` has become a blank, which is taken for the `+` that it was.
 *
 * @returns milliseconds since the epoch, or undefined when the text has another form or names no day
 */
export function parseOffsetDateTime(text: string): number | undefined {
  const match = OFFSET_DATE_TIME.exec(text);
  if (match === null) return undefined;
  const [, date, time, seconds = '00', fraction = '', offset = '', sign, hours, minutes] = match;
  const local = readUtc(`${date}T${time}:${seconds}`);
  if (local === undefined || Number(hours) > 18 || Number(minutes) > 59) return undefined;
  const offsetMs = offset === 'Z' ? 0 : (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1);
  return local + Number(fraction.padEnd(3, '0').slice(0, 3)) - offsetMs;
}

/**
 * Reads an ISO 8601 date-time with or without an offset, or a day: UTC where there is no offset, midnight where there is no time. A blank
 * may stand between day and time.
 *
 * @returns milliseconds since the epoch, or undefined when the text has another form or names no day
 */
export function parseIsoMoment(text: string): number | undefined {
  const iso = text.replace(/^(\d{4}-\d\d-\d\d) /, '$1T');
  return parseOffsetDateTime(iso) ?? parseOffsetDateTime(`${iso}Z`) ?? parseOffsetDateTime(`${iso}T00:00Z`);
}

/**
 * Reads `yyyy-MM-dd HH:mm:ss`, in UTC.
 *
 * @returns seconds since the epoch, or undefined when the text has another form or names no day
 */
export function parsePlainDateTime(text: string): number | undefined {
  const match = PLAIN_DATE_TIME.exec(text);
  if (match === null) return undefined;
  const milliseconds = readUtc(`${match[1]}T${match[2]}`);
  return milliseconds === undefined ? undefined : milliseconds / 1000;
}

/**
 * Reads `yyyy-MM-dd`: its first moment, in UTC.
 *
 * @returns milliseconds since the epoch, or undefined when the text has another form or names no day
 */
export function parseDay(text: string): number | undefined {
  return DAY.test(text) ? readUtc(`${text}T00:00:00`) : undefined;
}

/** `2031-05-01 10:00:00+02:00`, in the zone of the host; `Z` where that is UTC. Approvals alone have their times so. */
export function formatZonedDateTime(milliseconds: number): string {
  const minutes = -new Date(milliseconds).getTimezoneOffset();
  const local = new Date(milliseconds + minutes * 60_000).toISOString();
  return `${local.slice(0, 10)} ${local.slice(11, 19)}${offsetText(minutes)}`;
}

function offsetText(minutes: number): string {
  if (minutes === 0) return 'Z';
  const part = (number: number) => String(number).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${part(Math.floor(size / 60))}:${part(size % 60)}`;
}

function readUtc(text: string): number | undefined {
  const date = new Date(`${text}Z`);
  // `Date` makes 3 March of 31 February; such a day does not exist.
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 19) !== text) return undefined;
  return date.getTime();
}

const OFFSET_DATE_TIME = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|([+ -])(\d\d):?(\d\d))$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const PLAIN_DATE_TIME = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/;
