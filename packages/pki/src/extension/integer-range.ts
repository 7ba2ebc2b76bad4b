import { contextPrimitive, type DerReader } from '../der/index.ts';

/**
 * Checks a count that is about to be written, such as a path length or a number of certificates to skip.
 *
 * @param what - the field, for the message
 * @throws {RangeError} when `value` is not an integer of 0 to `max`
 */
export function requireCount(value: number, what: string, max: number = MAX_COUNT): number {
  if (Number.isSafeInteger(value) && value >= 0 && value <= max) return value;
  throw new RangeError(`${what} ${value} is not an integer of 0 to ${max}`);
}

/** Reads `[number] INTEGER (0..MAX) OPTIONAL`. */
export function readOptionalCount(reader: DerReader, number: number): number | undefined {
  const tag = contextPrimitive(number);
  return reader.nextIs(tag) ? reader.readSmallInteger(MAX_COUNT, tag) : undefined;
}

/** The largest count that is read and written: INTEGER (0..MAX) has no bound, a number of JavaScript has. */
export const MAX_COUNT = Number.MAX_SAFE_INTEGER;
