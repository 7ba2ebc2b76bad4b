/** Integers and their octets, big-endian (RFC 6979 §2.3). */

export function octetsToInteger(octets: Uint8Array): bigint {
  return octets.length === 0 ? 0n : BigInt(`0x${octets.toHex()}`);
}

/** The leftmost `bits` bits of `octets`, or all when there are fewer. */
export function bitsToInteger(octets: Uint8Array, bits: number): bigint {
  const taken = octets.subarray(0, Math.ceil(bits / 8));
  const excess = taken.length * 8 - bits;
  return excess > 0 ? octetsToInteger(taken) >> BigInt(excess) : octetsToInteger(taken);
}

/** @throws {RangeError} when the integer does not fit into `length` octets */
export function integerToOctets(integer: bigint, length: number): Uint8Array {
  const hex = integer.toString(16).padStart(length * 2, '0');
  if (hex.length > length * 2) throw new RangeError(`an integer of more than ${length} octets`);
  return Uint8Array.fromHex(hex);
}
