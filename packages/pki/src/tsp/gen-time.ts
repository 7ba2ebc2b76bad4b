/** The time in a time-stamp: a GeneralizedTime in UTC, with or without a fraction of a second (RFC 3161 §2.4.2). */
import { type DerReader, Tag } from '../der/index.ts';
import { decodeGeneralizedTime, encodeGeneralizedTime } from '../der/time.ts';
import { TspError } from './errors.ts';

export interface GenTime {
  /** Whole seconds since 1970-01-01T00:00:00Z. */
  readonly seconds: number;
  /** The decimal digits after the point, without zeros at the end; empty for a whole second. */
  readonly fraction: string;
}

/**
 * The time that lies `microseconds` after 1970-01-01T00:00:00Z, cut to `digits` digits after the point: a time-stamp never
 * lies ahead of its clock.
 *
 * @param digits - 0 to 6
 */
export function genTimeOf(microseconds: number, digits: number): GenTime {
  if (!Number.isSafeInteger(microseconds) || !(digits >= 0 && digits <= 6))
    throw new RangeError(`${microseconds} microseconds, of which ${digits} digits, are not a time`);
  const seconds = Math.floor(microseconds / 1_000_000);
  const all = String(microseconds - seconds * 1_000_000).padStart(6, '0');
  return { seconds, fraction: withoutZeros(all.slice(0, digits)) };
}

/** Microseconds since 1970-01-01T00:00:00Z, without what is finer. */
export function genTimeMicroseconds({ seconds, fraction }: GenTime): number {
  return seconds * 1_000_000 + Number(fraction.slice(0, 6).padEnd(6, '0'));
}

/** `20261121173304.25Z`. @throws {RangeError} when the fraction holds other than digits, or ends in a zero */
export function encodeGenTime({ seconds, fraction }: GenTime): string {
  const whole = encodeGeneralizedTime(seconds);
  if (fraction === '') return whole;
  if (!FRACTION.test(fraction)) throw new RangeError(`'${fraction}' is not a fraction of a second`);
  return `${whole.slice(0, -1)}.${fraction}Z`;
}

/**
 * Reads one; a fraction has at most 32 digits here.
 *
 * @throws {DerError}
 * @throws {TspError} `tsp.bad_time`
 */
export function readGenTime(reader: DerReader): GenTime {
  const start = reader.offset;
  const { content } = reader.readElement(Tag.generalizedTime);
  const point = content.indexOf(POINT);
  if (point === -1) return { seconds: decodeGeneralizedTime(content, start), fraction: '' };
  const fraction = String.fromCharCode(...content.subarray(point + 1, point + 2 + MAX_DIGITS)).replace(/Z$/, '');
  if (point + fraction.length + 2 !== content.length || !FRACTION.test(fraction))
    throw new TspError('tsp.bad_time', 'the fraction of a second is not 1 to 32 digits of which the last is not zero');
  const whole = new Uint8Array([...content.subarray(0, point), LETTER_Z]);
  return { seconds: decodeGeneralizedTime(whole, start), fraction };
}

function withoutZeros(digits: string): string {
  return digits.replace(/0+$/, '');
}

const POINT = 0x2e;
const LETTER_Z = 0x5a;
const MAX_DIGITS = 32;
const FRACTION = /^\d{0,31}[1-9]$/;
