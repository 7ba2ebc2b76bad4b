/**
 * Columns of a group as PostgreSQL's binary arrays: octets cross as octets, where text arrays would have each as hexadecimal in quotes.
 *
 * The form is what `array_recv` of the server reads: number of dimensions, whether there are nulls, element type, then for the one
 * dimension its length and lower bound, then each element as its length and octets, -1 for null. All numbers are big-endian.
 */
import type { ColumnType, ColumnValue } from '../sql/index.ts';

/** A type of column in the words of PostgreSQL. */
export const POSTGRES_TYPES: Readonly<Record<ColumnType, string>> = { integer: 'bigint', text: 'text', bytes: 'bytea' };

/**
 * Encodes one column; `pg` sends a Buffer as it is.
 *
 * @throws {TypeError} for a value that is not of the column's type, or an integer that is not safe
 */
export function encodeArray(type: ColumnType, values: readonly ColumnValue[]): Buffer {
  const buffer = Buffer.allocUnsafe(HEADER_OCTETS + sizeBound(type, values));
  buffer.writeInt32BE(1, 0);
  buffer.writeInt32BE(1, 4);
  buffer.writeInt32BE(ELEMENT_TYPES[type], 8);
  buffer.writeInt32BE(values.length, 12);
  buffer.writeInt32BE(1, 16);
  let end = HEADER_OCTETS;
  for (const value of values) {
    const length = value === null ? -1 : WRITERS[type](buffer, end + 4, value);
    buffer.writeInt32BE(length, end);
    end += 4 + Math.max(length, 0);
  }
  return buffer.subarray(0, end);
}

/** Writes a value and gives the number of its octets. */
type WriteValue = (buffer: Buffer, at: number, value: string | number | Uint8Array) => number;

const WRITERS: Readonly<Record<ColumnType, WriteValue>> = {
  integer(buffer, at, value) {
    if (!Number.isSafeInteger(value)) throw new TypeError(`${String(value)} is not an integer that is safe to store`);
    buffer.writeInt32BE(Math.floor((value as number) / 2 ** 32), at);
    buffer.writeUInt32BE((value as number) >>> 0, at + 4);
    return 8;
  },
  text(buffer, at, value) {
    if (typeof value !== 'string') throw new TypeError(`a ${typeof value} in a column of text`);
    return buffer.write(value, at, 'utf8');
  },
  bytes(buffer, at, value) {
    if (!(value instanceof Uint8Array)) throw new TypeError(`a ${typeof value} in a column of octets`);
    buffer.set(value, at);
    return value.length;
  },
};

/** Octets that are enough for all elements. A UTF-16 code unit takes three octets of UTF-8 at most. */
function sizeBound(type: ColumnType, values: readonly ColumnValue[]): number {
  if (type === 'integer') return values.length * 12;
  const perUnit = type === 'text' ? 3 : 1;
  let size = values.length * 4;
  for (const value of values) size += ((value as string | Uint8Array | null)?.length ?? 0) * perUnit;
  return size;
}

const HEADER_OCTETS = 20;
/** OIDs of int8, text and bytea (pg_type.dat). */
const ELEMENT_TYPES: Readonly<Record<ColumnType, number>> = { integer: 20, text: 25, bytes: 17 };
