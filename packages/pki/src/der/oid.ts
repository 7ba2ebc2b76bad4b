/** Object identifiers: dotted text outside, base-128 arcs inside (X.690 §8.19). */
import { excerpt } from '../excerpt.ts';
import { DerError } from './errors.ts';

declare const brand: unique symbol;

/** An object identifier in dotted form, known to be well formed. */
export type Oid = string & { readonly [brand]: 'Oid' };

/**
 * Checks dotted text such as `2.5.29.19`.
 *
 * @throws {RangeError} when `text` is not at least two arcs, the first 0 to 2 and the second under 40 below arc 2
 */
export function oid(text: string): Oid {
  if (!isOid(text)) throw new RangeError(`'${excerpt(text)}' is not an object identifier`);
  return text;
}

/**
 * Returns whether `text` is an object identifier in dotted form, arcs without leading zeros.
 *
 * The bounds are those of {@link decodeOid}: every identifier that text can name can be read back.
 */
export function isOid(text: string): text is Oid {
  if (text.length > MAX_TEXT) return false;
  const match = /^([0-2])\.(0|[1-9]\d{0,38})(?:\.(?:0|[1-9]\d{0,38}))*$/.exec(text);
  if (match === null || (match[1] !== '2' && Number(match[2]) >= 40)) return false;
  // No short text can reach the bounds, and nearly all are short.
  return text.length < 39 || subidentifiers(text).reduce(addOctets, 0) <= MAX_OCTETS;
}

/** The content octets of an object identifier. */
export function encodeOid(value: Oid): Uint8Array {
  const known = encoded.get(value);
  if (known !== undefined) return known;
  const bytes = Uint8Array.from(subidentifiers(value).flatMap(base128));
  if (encoded.size < CACHE_SIZE) encoded.set(value, bytes);
  return bytes;
}

/**
 * Reads the content octets of an object identifier.
 *
 * @param offset - where `bytes` stands in the whole input, for the error
 * @throws {@link DerError} `der.bad_value` for an empty, truncated or padded encoding, `der.too_large` for more than 64
 *   octets or an arc of more than 128 bits, which is what a UUID needs (X.667)
 */
export function decodeOid(bytes: Uint8Array, offset: number): Oid {
  if (bytes.length === 0) throw new DerError('der.bad_value', 'an OBJECT IDENTIFIER is empty', offset);
  if (bytes.length > MAX_OCTETS)
    throw new DerError('der.too_large', 'an OBJECT IDENTIFIER has more than 64 octets', offset);
  const hash = hashOf(bytes);
  const known = decoded.get(hash);
  if (known !== undefined && areEqual(known.bytes, bytes)) return known.text;
  const text = decode(bytes, offset);
  if (known === undefined && decoded.size < CACHE_SIZE) decoded.set(hash, { bytes: Uint8Array.from(bytes), text });
  return text;
}

function decode(bytes: Uint8Array, offset: number): Oid {
  if (bytes[bytes.length - 1]! >= 0x80)
    throw new DerError('der.bad_value', 'an OBJECT IDENTIFIER ends inside an arc', offset);
  let text = '';
  let arc = 0;
  let wide = 0n;
  let octets = 0;
  for (const byte of bytes) {
    if (octets === 0 && byte === 0x80)
      throw new DerError('der.bad_value', 'an OBJECT IDENTIFIER arc is padded', offset);
    // Arcs up to 35 bits stay numbers; a wider one (a UUID arc has 128 bits) goes on as a bigint.
    octets += 1;
    if (octets <= 5) arc = arc * 128 + (byte & 0x7f);
    else wide = (octets === 6 ? BigInt(arc) : wide) * 128n + BigInt(byte & 0x7f);
    if (byte >= 0x80) continue;
    const value = octets <= 5 ? arc : wide;
    if (octets > 18 && wide > MAX_ARC)
      throw new DerError('der.too_large', 'an OBJECT IDENTIFIER arc has more than 128 bits', offset);
    if (text === '') text = firstArcs(value);
    else text += `.${value}`;
    arc = 0;
    wide = 0n;
    octets = 0;
  }
  return text as Oid;
}

function firstArcs(value: number | bigint): string {
  if (value < 80) return value < 40 ? `0.${value}` : `1.${Number(value) - 40}`;
  return `2.${typeof value === 'bigint' ? value - 80n : value - 80}`;
}

/** The numbers that are encoded: the first two arcs stand in one (X.690 §8.19.4). */
function subidentifiers(text: string): bigint[] {
  const [first, second, ...rest] = text.split('.').map(BigInt) as [bigint, bigint, ...bigint[]];
  return [first * 40n + second, ...rest];
}

function addOctets(sum: number, arc: bigint): number {
  return arc > MAX_ARC ? Infinity : sum + base128(arc).length;
}

function base128(arc: bigint): number[] {
  const octets = [Number(arc & 0x7fn)];
  for (let rest = arc >> 7n; rest > 0n; rest >>= 7n) octets.unshift(Number(rest & 0x7fn) | 0x80);
  return octets;
}

function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}

/** FNV-1a, of so few bits that V8 needs no object for it. */
export function hashOf(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < bytes.length; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  return hash & 0x3fffffff;
}

/** Pure memos: the identifiers of a deployment are few, so the first ones that come stay. */
const encoded = new Map<string, Uint8Array>();
const decoded = new Map<number, { readonly bytes: Uint8Array; readonly text: Oid }>();
const CACHE_SIZE = 1024;
const MAX_OCTETS = 64;
const MAX_TEXT = 256;
const MAX_ARC = (1n << 128n) - 1n;
