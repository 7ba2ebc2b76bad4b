/** Octets as text with the same numbers, which is how PDF's syntax is written and read. */

/** One character for each octet. */
export function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}
