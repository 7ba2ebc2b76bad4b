/** Octets of elements, written without the writer of `@sealwright/pki`: what rules look for, it does not write. */

/** An element: its tag, and its content in order. */
export function element(tag: number, ...content: readonly Uint8Array[]): Uint8Array {
  const octets = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag]), lengthOf(octets.length), octets]);
}

export function sequence(...content: readonly Uint8Array[]): Uint8Array {
  return element(0x30, ...content);
}

export function set(...content: readonly Uint8Array[]): Uint8Array {
  return element(0x31, ...content);
}

/** `[number]`, constructed. */
export function explicit(number: number, ...content: readonly Uint8Array[]): Uint8Array {
  return element(0xa0 | number, ...content);
}

/** `[number]`, primitive. */
export function implicit(number: number, content: Uint8Array): Uint8Array {
  return element(0x80 | number, content);
}

export function integer(value: number | Uint8Array): Uint8Array {
  if (typeof value !== 'number') return element(0x02, value);
  const octets = [value & 0xff];
  for (let rest = value >> 8; rest > 0; rest >>= 8) octets.unshift(rest & 0xff);
  return element(0x02, Uint8Array.from(octets[0]! >= 0x80 && value > 0 ? [0, ...octets] : octets));
}

export function boolean(value: boolean): Uint8Array {
  return element(0x01, Uint8Array.of(value ? 0xff : 0));
}

export const NULL = element(0x05);

export function oid(text: string): Uint8Array {
  const [first, second, ...rest] = text.split('.').map(BigInt) as [bigint, bigint, ...bigint[]];
  return element(0x06, Uint8Array.from([first * 40n + second, ...rest].flatMap(base128)));
}

export function octetString(...content: readonly Uint8Array[]): Uint8Array {
  return element(0x04, ...content);
}

/** A BIT STRING. */
export function bitString(octets: Uint8Array, unusedBits = 0): Uint8Array {
  return element(0x03, Uint8Array.of(unusedBits), octets);
}

/** A character string of the tag, in UTF-8. */
export function text(tag: number, value: string): Uint8Array {
  return element(tag, Buffer.from(value));
}

export function utf8(value: string): Uint8Array {
  return text(0x0c, value);
}

export function printable(value: string): Uint8Array {
  return text(0x13, value);
}

export function ia5(value: string): Uint8Array {
  return text(0x16, value);
}

export function utcTime(value: string): Uint8Array {
  return text(0x17, value);
}

export function generalizedTime(value: string): Uint8Array {
  return text(0x18, value);
}

function lengthOf(length: number): Uint8Array {
  if (length < 0x80) return Uint8Array.of(length);
  const octets: number[] = [];
  for (let rest = length; rest > 0; rest >>>= 8) octets.unshift(rest & 0xff);
  return Uint8Array.of(0x80 | octets.length, ...octets);
}

function base128(arc: bigint): number[] {
  const octets = [Number(arc & 0x7fn)];
  for (let rest = arc >> 7n; rest > 0n; rest >>= 7n) octets.unshift(Number(rest & 0x7fn) | 0x80);
  return octets;
}
