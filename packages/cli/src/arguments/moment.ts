import { UsageError } from '../errors.ts';

/**
 * Reads a date-time of the command line: ISO 8601 with an offset, whole seconds.
 *
 * @param option - for the message: `--date`
 * @returns the same moment in UTC: `2031-05-01T10:00:00Z`
 * @throws {@link UsageError}
 */
export function parseMoment(text: string, option: string): string {
  try {
    return Temporal.Instant.from(text).round({ smallestUnit: 'second', roundingMode: 'trunc' }).toString();
  } catch {
    throw new UsageError(`${option} is '${text}'; it has to be ISO 8601 with an offset, such as 2031-05-01T10:00:00Z`);
  }
}

/**
 * Reads a date-time as {@link parseMoment} does, or a day, which stands for its beginning in UTC.
 *
 * @throws {@link UsageError}
 */
export function parseMomentOrDay(text: string, option: string): string {
  try {
    return DAY.test(text) ? parseMoment(`${text}T00:00:00Z`, option) : parseMoment(text, option);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(
      `${option} is '${text}'; it has to be a day, such as 2031-05-01, or ISO 8601 with an offset, such as 2031-05-01T10:00:00Z`,
    );
  }
}

/** Writes seconds since 1970 as `2031-05-01T10:00:00Z`. */
export function formatMoment(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
}

/** Writes a date-time of the administration interface without its milliseconds. */
export function withoutMilliseconds(text: string): string {
  return text.replace(/\.\d{3}Z$/, 'Z');
}

const DAY = /^\d{4}-\d\d-\d\d$/;
