import { UsageError } from '../errors.ts';
import { printable } from '../terminal/output.ts';

/**
 * Reads a duration such as `30d`: a number with `m`, `h`, `d` or `w` for minutes, hours, days or weeks.
 *
 * @param option - for the message: `--within`
 * @returns seconds
 * @throws {@link UsageError}
 */
export function parseDuration(text: string, option: string): number {
  const [, number, unit = ''] = /^([1-9]\d{0,5})([mhdw])$/.exec(text) ?? [];
  if (number !== undefined) return Number(number) * SECONDS[unit as keyof typeof SECONDS];
  throw new UsageError(
    `${option} is '${printable(text)}'; it has to be a number and m, h, d or w, such as 12h, 30d or 4w`,
  );
}

const SECONDS = { m: 60, h: 3600, d: 86_400, w: 604_800 };
