/**
 * Writes DER front to back into one growing buffer.
 *
 * A constructed element reserves one octet for its length and moves its content only when it turns out to need more, which
 * is cheaper than building every level apart. All methods return the writer.
 */
import { encodeOid, type Oid } from './oid.ts';
import { compareBytes } from './reader.ts';
import { contextConstructed, Tag } from './tags.ts';
import { encodeGeneralizedTime, encodeUtcTime, isUtcTimeRange } from './time.ts';

export class DerWriter {
  #buffer = new Uint8Array(INITIAL_OCTETS);
  #length = 0;
  /** Octets that are left out, and the offset at which. */
  readonly #gap = { at: 0, octets: 0 };

  /** A copy of what was written. */
  finish(): Uint8Array {
    if (this.#gap.octets > 0) throw new RangeError('what was written has a gap');
    return this.#buffer.slice(0, this.#length);
  }

  /** As {@link finish}, in two pieces: what stands before the gap, and what behind it. */
  finishAround(): AroundGap {
    const { at } = this.#gap;
    return { before: this.#buffer.slice(0, at), after: this.#buffer.slice(at, this.#length) };
  }

  /** Appends bytes that are DER already. */
  raw(der: Uint8Array): this {
    this.#reserve(der.length);
    this.#buffer.set(der, this.#length);
    this.#length += der.length;
    return this;
  }

  /** Appends an element with a tag of one octet under another such tag: `[n] IMPLICIT` over what was written under its own (X.690 §8.14.3). */
  retagged(element: Uint8Array, tag: number): this {
    const at = this.#length;
    this.raw(element);
    this.#buffer[at] = tag;
    return this;
  }

  /** Leaves out so many octets, which all lengths around them count; see {@link writeDerAround}. One gap is all that a writer has. */
  gap(octets: number): this {
    if (this.#gap.octets > 0) throw new RangeError('there is a gap already');
    this.#gap.at = this.#length;
    this.#gap.octets = octets;
    return this;
  }

  /** An element of the tag `tag` with the content `content`. */
  primitive(tag: number, content: Uint8Array): this {
    this.#reserve(content.length + 10);
    this.#writeTag(tag);
    this.#writeLength(content.length);
    this.#buffer.set(content, this.#length);
    this.#length += content.length;
    return this;
  }

  /** A constructed element of the tag `tag` whose content `write` appends. */
  constructed(tag: number, write: (writer: this) => void): this {
    this.#reserve(6);
    this.#writeTag(tag);
    const lengthAt = this.#length++;
    write(this);
    this.#closeLength(lengthAt);
    return this;
  }

  sequence(write: (writer: this) => void): this {
    return this.constructed(Tag.sequence, write);
  }

  /** `[number] EXPLICIT`. */
  explicit(number: number, write: (writer: this) => void): this {
    return this.constructed(contextConstructed(number), write);
  }

  /** A SET OF: the elements are put in ascending order (X.690 §11.6). */
  setOf(elements: readonly Uint8Array[], tag: number = Tag.set): this {
    const ordered = elements.length > 1 ? elements.toSorted(compareBytes) : elements;
    return this.constructed(tag, () => {
      for (const element of ordered) this.raw(element);
    });
  }

  boolean(value: boolean): this {
    return this.primitive(Tag.boolean, Uint8Array.of(value ? 0xff : 0x00));
  }

  /** An INTEGER in its shortest two's complement form. @throws {RangeError} for a number that is not whole */
  integer(value: number | bigint, tag: number = Tag.integer): this {
    return this.primitive(tag, encodeInteger(value));
  }

  /** A positive INTEGER from its big-endian magnitude; leading zeros are dropped. */
  unsignedInteger(magnitude: Uint8Array): this {
    let start = 0;
    while (start < magnitude.length - 1 && magnitude[start] === 0) start++;
    const trimmed = magnitude.subarray(start);
    if (trimmed.length > 0 && trimmed[0]! < 0x80) return this.primitive(Tag.integer, trimmed);
    const padded = new Uint8Array(trimmed.length + 1);
    padded.set(trimmed, 1);
    return this.primitive(Tag.integer, padded);
  }

  enumerated(value: number): this {
    return this.integer(value, Tag.enumerated);
  }

  bitString(bytes: Uint8Array, unusedBits = 0, tag: number = Tag.bitString): this {
    const content = new Uint8Array(bytes.length + 1);
    content[0] = unusedBits;
    content.set(bytes, 1);
    return this.primitive(tag, content);
  }

  /**
   * A BIT STRING of named bits: bit `i` is set when `bits[i]` is, trailing zeros dropped (X.690 §11.2.2).
   */
  namedBits(bits: readonly boolean[], tag: number = Tag.bitString): this {
    const count = bits.lastIndexOf(true) + 1;
    const bytes = new Uint8Array(Math.ceil(count / 8));
    for (let i = 0; i < count; i++) if (bits[i]) bytes[i >> 3]! |= 0x80 >> (i & 7);
    return this.bitString(bytes, bytes.length * 8 - count, tag);
  }

  octetString(bytes: Uint8Array, tag: number = Tag.octetString): this {
    return this.primitive(tag, bytes);
  }

  /** An OCTET STRING around what `write` appends. */
  octetStringOf(write: (writer: this) => void): this {
    return this.constructed(Tag.octetString, write);
  }

  null(): this {
    return this.primitive(Tag.null, EMPTY);
  }

  oid(value: Oid, tag: number = Tag.objectIdentifier): this {
    return this.primitive(tag, encodeOid(value));
  }

  /** A string of ASCII characters under `tag` (PrintableString, IA5String, ...); the caller knows that the type allows them. */
  ascii(text: string, tag: number): this {
    const octets = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) octets[i] = text.charCodeAt(i);
    return this.primitive(tag, octets);
  }

  utf8String(text: string, tag: number = Tag.utf8String): this {
    return this.primitive(tag, UTF8.encode(text));
  }

  /** A time as RFC 5280 §4.1.2.5 writes it: UTCTime through 2049, GeneralizedTime from 2050; seconds since 1970. */
  time(unixSeconds: number): this {
    return isUtcTimeRange(unixSeconds)
      ? this.ascii(encodeUtcTime(unixSeconds), Tag.utcTime)
      : this.generalizedTime(unixSeconds);
  }

  /** A GeneralizedTime; seconds since 1970. */
  generalizedTime(unixSeconds: number, tag: number = Tag.generalizedTime): this {
    return this.ascii(encodeGeneralizedTime(unixSeconds), tag);
  }

  #closeLength(lengthAt: number): void {
    const contentAt = lengthAt + 1;
    const stored = this.#length - contentAt;
    const length = this.#gap.at >= contentAt ? stored + this.#gap.octets : stored;
    if (length < 0x80) {
      this.#buffer[lengthAt] = length;
      return;
    }
    const extra = octetsOfLength(length);
    this.#reserve(extra);
    this.#buffer.copyWithin(contentAt + extra, contentAt, this.#length);
    if (this.#gap.at >= contentAt) this.#gap.at += extra;
    this.#length = lengthAt;
    this.#writeLength(length);
    this.#length += stored;
  }

  /** Identifier octets: one, or behind it the tag number in base 128, at most four octets (X.690 §8.1.2.4). */
  #writeTag(tag: number): void {
    this.#buffer[this.#length++] = tag & 0xff;
    if (tag < 0x100) return;
    const number = Math.floor(tag / 0x100);
    for (let shift = 21; shift > 0; shift -= 7)
      if (number >>> shift > 0) this.#buffer[this.#length++] = 0x80 | ((number >>> shift) & 0x7f);
    this.#buffer[this.#length++] = number & 0x7f;
  }

  #writeLength(length: number): void {
    if (length < 0x80) {
      this.#buffer[this.#length++] = length;
      return;
    }
    const octets = octetsOfLength(length);
    this.#buffer[this.#length++] = 0x80 | octets;
    for (let at = octets - 1, rest = length; at >= 0; at--, rest = Math.floor(rest / 0x100))
      this.#buffer[this.#length + at] = rest & 0xff;
    this.#length += octets;
  }

  /** Makes the writer as new; what was written does not stay behind. */
  #clear(): void {
    this.#buffer.fill(0, 0, this.#length);
    this.#length = 0;
    this.#gap.at = 0;
    this.#gap.octets = 0;
  }

  /**
   * Encodes one structure with a writer that was used before, since a new buffer costs more than a small structure. One writer
   * for each level of nesting; a large buffer is not kept.
   *
   * @param finish - takes the structure out of the writer
   */
  static encode<T>(write: (writer: DerWriter) => void, finish: (writer: DerWriter) => T): T {
    const writer = idle.pop() ?? new DerWriter();
    try {
      write(writer);
      return finish(writer);
    } finally {
      writer.#clear();
      if (writer.#buffer.length <= MAX_KEPT_OCTETS && idle.length < MAX_KEPT_WRITERS) idle.push(writer);
    }
  }

  #reserve(octets: number): void {
    const needed = this.#length + octets;
    if (needed <= this.#buffer.length) return;
    const grown = new Uint8Array(Math.max(needed, this.#buffer.length * 2));
    grown.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = grown;
  }
}

/** Encodes one structure: `writeDer((writer) => writer.sequence(...))`. */
export function writeDer(write: (writer: DerWriter) => void): Uint8Array {
  return DerWriter.encode(write, (writer) => writer.finish());
}

/** Encodes one structure with a gap, for a content that passes by and never stands in memory. */
export function writeDerAround(write: (writer: DerWriter) => void): AroundGap {
  return DerWriter.encode(write, (writer) => writer.finishAround());
}

/** The two pieces of a structure with a gap. */
export interface AroundGap {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

/** Returns how many octets a length takes behind the first one of its long form (X.690 §8.1.3.5). */
function octetsOfLength(length: number): number {
  let octets = 1;
  for (let rest = length; rest >= 0x100; rest = Math.floor(rest / 0x100)) octets++;
  return octets;
}

function encodeInteger(value: number | bigint): Uint8Array {
  if (typeof value !== 'bigint') {
    if (!Number.isInteger(value)) throw new RangeError(`${value} is not a whole number`);
    // Most are versions and counts.
    if (value >= 0 && value < ONE_OCTET.length) return ONE_OCTET[value]!;
  }
  return value < 0 ? encodeNegative(BigInt(value)) : Uint8Array.fromHex(hexOf(value));
}

/** Returns a non-negative value in hex; the highest bit is the sign's. */
function hexOf(value: number | bigint): string {
  const digits = value.toString(16);
  if (digits.length % 2 === 1) return `0${digits}`;
  return digits < '8' ? digits : `00${digits}`;
}

function encodeNegative(value: bigint): Uint8Array {
  // The octets that hold value and one sign bit: asIntN finds where two's complement starts to fit.
  let octets = 1;
  while (BigInt.asIntN(octets * 8, value) !== value) octets++;
  const content = new Uint8Array(octets);
  let rest = BigInt.asUintN(octets * 8, value);
  for (let i = octets - 1; i >= 0; i--, rest >>= 8n) content[i] = Number(rest & 0xffn);
  return content;
}

/** Writers at rest, cleared. They hold no state of anybody: a writer is taken out for as long as it is used. */
const idle: DerWriter[] = [];
const INITIAL_OCTETS = 1024;
const MAX_KEPT_WRITERS = 8;
const MAX_KEPT_OCTETS = 65_536;
const EMPTY = new Uint8Array(0);
/** The contents of the INTEGERs from 0 to 127. */
const ONE_OCTET = Array.from({ length: 0x80 }, (_, value) => Uint8Array.of(value));
const UTF8 = new TextEncoder();
