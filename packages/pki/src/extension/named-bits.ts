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
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    if ((bytes[bit >> 3]! & (0x80 >> (bit & 7))) === 0) continue;
    if (bit >= names.length) throw new DerError('der.out_of_range', `bit ${bit} of a BIT STRING has no meaning`, start);
    const name = names[bit];
    if (name !== undefined) set.add(name);
  }
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
