import { UsageError } from '../errors.ts';
import { printable } from '../terminal/output.ts';

/** Reads `--limit`: a whole number, or no limit when it is left out. @throws {@link UsageError} */
export function readLimit(text: string | undefined, most = 9_999_999_999): number {
  if (text === undefined) return Infinity;
  if (/^[1-9]\d{0,9}$/.test(text) && Number(text) <= most) return Number(text);
  throw new UsageError(`--limit is '${printable(text)}'; it has to be a number from 1 to ${most}`);
}
