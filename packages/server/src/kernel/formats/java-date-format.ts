/** Dates in the patterns of Java's SimpleDateFormat, as far as logs need them: numbers of a moment, and the time zone. */

/** @param milliseconds - since 1970 */
export type FormatDate = (milliseconds: number) => string;

/** The format of a pattern such as `yyyy-MM-dd HH:mm:ss.SSS z`; undefined for letters that are not in such patterns and for zones that do not exist. */
export function dateFormat(pattern: string, timeZone: string): FormatDate | undefined {
  const parts = pattern.match(PARTS) ?? [];
  if (parts.some((part) => /^[A-Za-z]/.test(part) && !(part in FIELDS) && !ZONES.includes(part))) return undefined;
  if (!isTimeZone(timeZone)) return undefined;
  let formatter: Intl.DateTimeFormat | undefined;
  return (milliseconds) => {
    formatter ??= formatterOf(timeZone);
    const values = new Map(formatter.formatToParts(milliseconds).map(({ type, value }) => [type, value]));
    return parts.map((part) => textOf(part, values, timeZone)).join('');
  };
}

/** The first formatter of a process takes 20 ms, which a start is not to wait for. */
function isTimeZone(timeZone: string): boolean {
  if (timeZone === 'UTC') return true;
  try {
    formatterOf(timeZone);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', { ...OPTIONS, timeZone });
}

function textOf(part: string, values: ReadonlyMap<string, string>, timeZone: string): string {
  if (part.startsWith("'")) return part === "''" ? "'" : part.slice(1, -1);
  if (ZONES.includes(part)) return timeZone;
  const type = FIELDS[part];
  return type === undefined
    ? part
    : (values.get(type) ?? '').padStart(part.length, '0').slice(-Math.max(part.length, 2));
}

const OPTIONS = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
} as const;

const FIELDS: Readonly<Record<string, Intl.DateTimeFormatPartTypes>> = {
  yyyy: 'year',
  yy: 'year',
  MM: 'month',
  dd: 'day',
  HH: 'hour',
  mm: 'minute',
  ss: 'second',
  SSS: 'fractionalSecond',
};
const ZONES = ['z', 'zzz'];
/** Quoted text, runs of one letter, everything else. */
const PARTS = /'[^']*'|([A-Za-z])\1*|[^A-Za-z']+/g;
