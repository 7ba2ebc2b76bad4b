/** Values of primitive elements, read as far as they can be. */
import { Element, hashOf } from './element.ts';
import { MalformedError } from './malformed.ts';

/** Universal tags (X.680 §8.4). */
export const Tag = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  objectIdentifier: 0x06,
  enumerated: 0x0a,
  utf8String: 0x0c,
  numericString: 0x12,
  printableString: 0x13,
  teletexString: 0x14,
  ia5String: 0x16,
  utcTime: 0x17,
  generalizedTime: 0x18,
  visibleString: 0x1a,
  universalString: 0x1c,
  bmpString: 0x1e,
  sequence: 0x30,
  set: 0x31,
} as const;

/**
 * Returns an object identifier in dotted form.
 *
 * @throws {@link MalformedError}
 */
export function oidText(element: Element): string {
  const hash = hashOf(element);
  const known = oids.get(hash);
  if (known?.element.equals(element) === true) return known.text;
  const copy = Element.only(Uint8Array.from(element.raw));
  const text = interned(decodeOid(copy.content));
  if (known === undefined && oids.size < MAX_OIDS) oids.set(hash, { element: copy, text });
  return text;
}

/** An object identifier that was read before: the same few come again and again. */
interface KnownOid {
  readonly element: Element;
  readonly text: string;
}

/** Returns the one string that V8 keeps for names of properties and literals, so that rules compare identifiers by their addresses. */
function interned(text: string): string {
  return Object.keys({ [text]: true })[0]!;
}

/** Returns an INTEGER that is no larger than 2^53; `undefined` for others. */
export function smallInteger(element: Element): number | undefined {
  const { content } = element;
  if (content.length === 0) throw new MalformedError('an INTEGER has no octets');
  if (content.length > 6) return undefined;
  let value = content[0]! >= 0x80 ? content[0]! - 256 : content[0]!;
  for (let i = 1; i < content.length; i++) value = value * 256 + content[i]!;
  return value;
}

/** Returns an INTEGER of any size, of at most 2,048 octets. */
export function integer(element: Element): bigint {
  const { content } = element;
  if (content.length === 0) throw new MalformedError('an INTEGER has no octets');
  if (content.length > 2048) throw new MalformedError('an INTEGER has more than 2,048 octets');
  const magnitude = BigInt(`0x${Buffer.from(content).toString('hex')}`);
  return content[0]! < 0x80 ? magnitude : magnitude - (1n << BigInt(content.length * 8));
}

/** Returns a BOOLEAN; every octet but 00 is true, as in BER. */
export function boolean(element: Element): boolean {
  if (element.length !== 1) throw new MalformedError('a BOOLEAN has not one octet');
  return element.octet(0) !== 0;
}

/** Returns the octets of a BIT STRING and how many bits of the last do not count. */
export function bitString(element: Element): WrittenBits {
  const unusedBits = element.octet(0);
  if (unusedBits === undefined || unusedBits > 7 || (element.length === 1 && unusedBits > 0))
    throw new MalformedError('a BIT STRING has a wrong count of unused bits');
  return { octets: element.source.subarray(element.contentStart + 1, element.end), unusedBits };
}

/** A BIT STRING as it is written. */
export interface WrittenBits {
  readonly octets: Uint8Array;
  readonly unusedBits: number;
}

/** Returns whether a list of named bits ends with one that is set, as DER wants it (X.690 §11.2.2); one of no bits has no octets. */
export function endsWithOne({ octets, unusedBits }: WrittenBits): boolean {
  const last = octets.at(-1);
  if (last === undefined) return true;
  return (last & (1 << unusedBits)) !== 0 && (last & ((1 << unusedBits) - 1)) === 0;
}

/** Returns whether bit `number` is set; the first is number 0. */
export function hasBit(octets: Uint8Array, number: number): boolean {
  return ((octets[number >> 3] ?? 0) & (0x80 >> (number & 7))) !== 0;
}

/** Returns the text of a character string; undefined for one whose octets are not text of its type. */
export function characterString(element: Element): string | undefined {
  const { tag, content } = element;
  if (tag === Tag.utf8String) return utf8Text(element);
  if (tag === Tag.bmpString) return content.length % 2 === 0 ? utf16Text(content) : undefined;
  if (tag === Tag.universalString) return content.length % 4 === 0 ? utf32Text(content) : undefined;
  return STRING_TAGS.has(tag) ? element.latin1 : undefined;
}

/**
 * Returns whether a value is a PrintableString or UTF8String of 1 to 40 letters, digits, spaces, hyphens and dots of ASCII. It has no other characters than
 * those of its type, is not empty, and is within the upper bound of every attribute that has one in characters.
 */
export function isPlainText(element: Element): boolean {
  const { tag, length } = element;
  if ((tag !== Tag.printableString && tag !== Tag.utf8String) || length === 0 || length > 40) return false;
  for (let at = 0; at < length; at++) if (PLAIN_OCTETS[element.octet(at)!] !== 1) return false;
  return true;
}

/** A point in time as it is written. */
export class WrittenTime {
  readonly #element: Element;
  /** Seconds since 1970-01-01T00:00:00Z; undefined for a text that is not a time of RFC 5280 §4.1.2.5. */
  readonly seconds: number | undefined;

  /** @throws {@link MalformedError} for another type */
  constructor(element: Element) {
    const { tag } = element;
    if (tag !== Tag.utcTime && tag !== Tag.generalizedTime) throw new MalformedError('a time is of no type of time');
    const seconds = element.moment(tag === Tag.utcTime ? 2 : 4);
    this.#element = element;
    this.seconds = Number.isNaN(seconds) ? undefined : seconds;
  }

  get tag(): number {
    return this.#element.tag;
  }

  get text(): string {
    return this.#element.latin1;
  }
}

/** Returns whether a moment is of the years 1950 through 2049, which RFC 5280 §4.1.2.5 has written as UTCTime. */
export function isUtcTimeRange(seconds: number | undefined): boolean {
  return seconds !== undefined && seconds >= YEAR_1950 && seconds < YEAR_2050;
}

/** Returns whether elements are in the order that DER has for those of a SET OF (X.690 §11.6). */
export function isAscending(elements: readonly Element[]): boolean {
  return elements.every((element, at) => at === 0 || Buffer.compare(elements[at - 1]!.raw, element.raw) <= 0);
}

/** Returns octets as text, one character each. */
export function latin1(octets: Uint8Array): string {
  return Buffer.from(octets.buffer, octets.byteOffset, octets.length).toString('latin1');
}

export function hex(octets: Uint8Array): string {
  return Buffer.from(octets.buffer, octets.byteOffset, octets.length).toString('hex');
}

function decodeOid(content: Uint8Array): string {
  if (content.length === 0) throw new MalformedError('an OBJECT IDENTIFIER has no octets');
  if (content.length > 128) throw new MalformedError('an OBJECT IDENTIFIER has more than 128 octets');
  if (content.at(-1)! >= 0x80) throw new MalformedError('an OBJECT IDENTIFIER ends within an arc');
  const arcs: bigint[] = [];
  let arc = 0n;
  for (const octet of content) {
    arc = (arc << 7n) | BigInt(octet & 0x7f);
    if (octet >= 0x80) continue;
    if (arcs.length > 0) arcs.push(arc);
    else arcs.push(...(arc < 80n ? [arc / 40n, arc % 40n] : [2n, arc - 80n]));
    arc = 0n;
  }
  return arcs.join('.');
}

function utf8Text(element: Element): string | undefined {
  const { content } = element;
  // Nearly all are of ASCII, which is read far sooner.
  if (content.every((octet) => octet < 0x80)) return element.latin1;
  try {
    return UTF8.decode(content);
  } catch {
    return undefined;
  }
}

function utf16Text(content: Uint8Array): string {
  let text = '';
  for (let i = 0; i < content.length; i += 2) text += String.fromCharCode(content[i]! * 256 + content[i + 1]!);
  return text;
}

function utf32Text(content: Uint8Array): string | undefined {
  let text = '';
  for (let i = 0; i < content.length; i += 4) {
    const point = content[i]! * 2 ** 24 + content[i + 1]! * 2 ** 16 + content[i + 2]! * 256 + content[i + 3]!;
    if (point > 0x10ffff) return undefined;
    text += String.fromCodePoint(point);
  }
  return text;
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const STRING_TAGS: ReadonlySet<number> = new Set([
  Tag.numericString,
  Tag.printableString,
  Tag.teletexString,
  Tag.ia5String,
  Tag.visibleString,
]);
/** 1 for each octet that stands for one of the characters. */
const PLAIN_OCTETS = Uint8Array.from({ length: 256 }, (_, octet) =>
  /[A-Za-z0-9 .-]/.test(String.fromCharCode(octet)) ? 1 : 0,
);
const YEAR_1950 = Date.UTC(1950, 0) / 1000;
const YEAR_2050 = Date.UTC(2050, 0) / 1000;
/** A pure memo. */
const oids = new Map<number, KnownOid>();
const MAX_OIDS = 1024;
