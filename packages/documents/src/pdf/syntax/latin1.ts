/** Octets as text with the same numbers, which is how PDF's syntax is read and written. */

/** One character for each octet. */
export function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}

/** One octet for each character, of which none is above U+00FF. */
export function latin1Bytes(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'latin1'));
}
