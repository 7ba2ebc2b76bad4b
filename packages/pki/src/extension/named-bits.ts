/** BIT STRINGs whose bits have names, such as KeyUsage and ReasonFlags (RFC 5280 §4.2.1.3, §4.2.1.13). */
import { DerError, Tag, type DerReader, type DerWriter } from '../der/index.ts';

/**
 * Reads the names of the bits that are set, in bit order.
 *
 * Accepted on reading: trailing zero bits, which X.690 §11.2.2 drops, because issuers fill the last octet up
 * (`03 02 00 80`) and the value is the same; no bit at all, because it breaks a rule about the value, not the encoding; and
 * a bit that is defined as unused, which says nothing and is passed over.
 *
 * @param names - the name of each bit from bit 0; undefined for one that is defined as unused
 * @throws {DerError} `der.out_of_range` when a bit is set that is not defined
 */
export function readNamedBits<T extends string>(
  reader: DerReader,
  names: readonly (T | undefined)[],
  tag: number = Tag.bitString,
): Set<T> {
  const start = reader.offset;
  const { bytes } = reader.readBitString(tag);
  const set = new Set<T>();
  for (const [bit, name] of names.entries()) if (name !== undefined && isSet(bytes, bit)) set.add(name);
  const defined = Math.floor(names.length / 8);
  // Whole octets at once: their number is the sender's to choose.
  const rest = bytes
    .subarray(defined)
    .findIndex((octet, at) => (at === 0 ? octet & (0xff >> (names.length & 7)) : octet) !== 0);
  if (rest !== -1)
    throw new DerError(
      'der.out_of_range',
      `a bit of a BIT STRING beyond the last one, ${names.length - 1}, is set`,
      start,
    );
  return set;
}

/**
 * Writes the bits whose names are in `values`, trailing zeros dropped (X.690 §11.2.2).
 *
 * @throws {RangeError} when `values` is empty or holds a name that is not in `names`
 */
export function writeNamedBits<T extends string>(
  writer: DerWriter,
  names: readonly (T | undefined)[],
  values: ReadonlySet<T>,
  tag: number = Tag.bitString,
): void {
  if (values.size === 0) throw new RangeError('a list of named bits needs at least one bit');
  for (const value of values) if (!names.includes(value)) throw new RangeError(`'${value}' is not the name of a bit`);
  writer.namedBits(
    names.map((name) => name !== undefined && values.has(name)),
    tag,
  );
}

function isSet(bytes: Uint8Array, bit: number): boolean {
  return ((bytes[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0;
}
