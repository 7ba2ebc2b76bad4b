/** Accuracy of the time in a time-stamp: how far it may be off, either way (RFC 3161 §2.4.2). */
import { contextPrimitive, type DerReader, type DerWriter, Tag } from '../der/index.ts';
import { TspError } from './errors.ts';

/** The three add up. What is not given counts as zero. */
export interface Accuracy {
  readonly seconds?: number | undefined;
  /** 0 to 999; 0 is not written. */
  readonly millis?: number | undefined;
  /** 0 to 999; 0 is not written. */
  readonly micros?: number | undefined;
}

/** Writes one. @throws {RangeError} for a part that is not in its range */
export function writeAccuracy(writer: DerWriter, { seconds, millis = 0, micros = 0 }: Accuracy): void {
  requireRange(seconds ?? 0, Number.MAX_SAFE_INTEGER);
  requireRange(millis, 999);
  requireRange(micros, 999);
  writer.sequence(() => {
    if (seconds !== undefined) writer.integer(seconds);
    if (millis > 0) writer.integer(millis, MILLIS);
    if (micros > 0) writer.integer(micros, MICROS);
  });
}

/** Reads one. @throws {DerError} @throws {TspError} `tsp.bad_value` for a part of zero, which stands there for nothing */
export function readAccuracy(reader: DerReader): Accuracy {
  const sequence = reader.readSequence();
  const seconds = sequence.nextIs(Tag.integer) ? sequence.readSmallInteger(Number.MAX_SAFE_INTEGER) : undefined;
  const millis = readPart(sequence, MILLIS);
  const micros = readPart(sequence, MICROS);
  sequence.finish();
  return { seconds, millis, micros };
}

/** In microseconds. */
export function accuracyMicroseconds({ seconds = 0, millis = 0, micros = 0 }: Accuracy): number {
  return seconds * 1_000_000 + millis * 1000 + micros;
}

function readPart(sequence: DerReader, tag: number): number | undefined {
  if (!sequence.nextIs(tag)) return undefined;
  const value = sequence.readSmallInteger(999, tag);
  if (value === 0) throw new TspError('tsp.bad_value', 'a part of an accuracy is 0, not 1 to 999');
  return value;
}

function requireRange(value: number, max: number): void {
  if (!Number.isInteger(value) || value < 0 || value > max)
    throw new RangeError(`${value} cannot be part of an accuracy: it is not in 0..${max}`);
}

const MILLIS = contextPrimitive(0);
const MICROS = contextPrimitive(1);
