/** Returns octets one behind the other, in memory of their own: to another thread a part of a buffer takes all of it along. */
export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const octets = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    octets.set(part, at);
    at += part.length;
  }
  return octets;
}
