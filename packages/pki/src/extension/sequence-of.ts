/** `SEQUENCE SIZE (1..MAX) OF`, the shape that most extensions of RFC 5280 have. */
import { DerError, Tag, type DerReader, type DerWriter } from '../der/index.ts';

/**
 * Reads a sequence of at least one element, all of it.
 *
 * @param tag - another tag than SEQUENCE when the type stands behind `[n] IMPLICIT`
 * @throws {DerError} `der.out_of_range` when there is no element, and as `readOne` does
 */
export function readSequenceOf<T>(
  reader: DerReader,
  readOne: (reader: DerReader) => T,
  tag: number = Tag.sequence,
): T[] {
  const start = reader.offset;
  const sequence = reader.readConstructed(tag);
  if (sequence.atEnd) throw new DerError('der.out_of_range', 'a SEQUENCE OF has no element where one is needed', start);
  const values: T[] = [];
  while (!sequence.atEnd) values.push(readOne(sequence));
  return values;
}

/**
 * Writes a sequence of at least one element.
 *
 * @throws {RangeError} when `values` is empty
 */
export function writeSequenceOf<T>(
  writer: DerWriter,
  values: readonly T[],
  writeOne: (writer: DerWriter, value: T) => void,
  tag: number = Tag.sequence,
): void {
  if (values.length === 0) throw new RangeError('a SEQUENCE SIZE (1..MAX) OF needs at least one element');
  writer.constructed(tag, () => {
    for (const value of values) writeOne(writer, value);
  });
}
