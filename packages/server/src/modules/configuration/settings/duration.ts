/** Durations as administrators write them: `1y 2mo 3d 4h 5m 6s`. */

/**
 * Parses a duration to seconds: units `y mo d h m s`, each at most once and in that order, with optional blanks between them. A year counts 365 days
 * and a month 30. A leading `-` makes it negative.
 *
 * @returns undefined for any other text, or a number of seconds that is too large
 */
export function parseDuration(text: string): number | undefined {
  if (text.length > 64) return undefined;
  const match = PATTERN.exec(text.trim());
  if (match === null) return undefined;
  const [, sign, ...amounts] = match;
  if (amounts.every((amount) => amount === undefined)) return undefined;
  const seconds = amounts.reduce((sum, amount, index) => sum + Number(amount ?? 0) * UNITS[index]![1], 0);
  if (!Number.isSafeInteger(seconds * 1000)) return undefined;
  return sign === '-' && seconds !== 0 ? -seconds : seconds;
}

/** Formats a duration in seconds, without units of zero. A duration of zero is written in `zeroUnit`: `0d`, `0m`. */
export function formatDuration(seconds: number, zeroUnit: DurationUnit = 's'): string {
  if (seconds === 0) return `0${zeroUnit}`;
  const parts: string[] = [];
  let rest = Math.abs(seconds);
  for (const [unit, length] of UNITS) {
    const amount = Math.floor(rest / length);
    rest -= amount * length;
    if (amount > 0) parts.push(`${amount}${unit}`);
  }
  return (seconds < 0 ? '-' : '') + parts.join(' ');
}

export type DurationUnit = 'y' | 'mo' | 'd' | 'h' | 'm' | 's';

const UNITS: readonly (readonly [DurationUnit, number])[] = [
  ['y', 365 * 86_400],
  ['mo', 30 * 86_400],
  ['d', 86_400],
  ['h', 3600],
  ['m', 60],
  ['s', 1],
];
const PATTERN = /^(-)?(?:(\d+)y ?)?(?:(\d+)mo ?)?(?:(\d+)d ?)?(?:(\d+)h ?)?(?:(\d+)m ?)?(?:(\d+)s)?$/i;
