/**
 * Takes apart encoded certificates that stand one after the other: a tag of one or more octets (X.509 has `30`, CVC `7F21`), a length in
 * definite form, and the content.
 */
export function splitChain(bytes: Uint8Array): Uint8Array[] {
  const chain: Uint8Array[] = [];
  for (let rest = bytes; rest.length > 0;) {
    const length = elementLength(rest);
    chain.push(rest.subarray(0, length));
    rest = rest.subarray(length);
  }
  return chain;
}

function elementLength(bytes: Uint8Array): number {
  let at = 1;
  if ((bytes[0]! & LONG_TAG) === LONG_TAG) while ((bytes[at++]! & MORE) !== 0);
  const first = bytes[at++]!;
  if (first < MORE) return at + first;
  const octets = bytes.subarray(at, at + (first & ~MORE));
  return at + octets.length + octets.reduce((length, octet) => length * 256 + octet, 0);
}

/** The tag goes on in the next octets. */
const LONG_TAG = 0x1f;
/** In a tag: another octet follows. In a length: it is not the length, but how many octets of it follow. */
const MORE = 0x80;
