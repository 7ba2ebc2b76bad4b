/**
 * A strict DER reader that walks an encoding by tag, in the manner of Go's cryptobyte.
 *
 * A reader stands before the next element of one constructed value. Each `read…` takes exactly one element and throws a
 * {@link DerError} when it is missing, has another tag, or is not in DER. `finish` says that nothing may follow. The bytes
 * handed out are views on the input, so what was signed can be verified as it came.
 */
import { DerError } from './errors.ts';
import { decodeOid, type Oid } from './oid.ts';
import { contextConstructed, contextPrimitive, Tag } from './tags.ts';
import { decodeGeneralizedTime, decodeUtcTime } from './time.ts';

/** One element. Its octets are views on the input, made anew each time that they are asked for. */
export class DerElement {
  /** As in `tags.ts`. */
  readonly tag: number;
  readonly #bytes: Uint8Array;
  readonly #start: number;
  readonly #contentStart: number;
  readonly #end: number;

  constructor(bytes: Uint8Array, start: number, { tag, contentStart, contentEnd }: Header) {
    this.tag = tag;
    this.#bytes = bytes;
    this.#start = start;
    this.#contentStart = contentStart;
    this.#end = contentEnd;
  }

  get content(): Uint8Array {
    return this.#bytes.subarray(this.#contentStart, this.#end);
  }

  /** The whole encoding. */
  get raw(): Uint8Array {
    return this.#bytes.subarray(this.#start, this.#end);
  }
}

/** The tag of an element, and where its content stands. */
interface Header {
  tag: number;
  contentStart: number;
  contentEnd: number;
}

/** A BIT STRING: its octets, and how many bits of the last one do not count (0 to 7, always zero). */
export interface BitString {
  readonly bytes: Uint8Array;
  readonly unusedBits: number;
}

export class DerReader {
  readonly #bytes: Uint8Array;
  readonly #base: number;
  readonly #depth: number;
  readonly #end: number;
  #position: number;

  /**
   * @param bytes - what holds the elements, from `start` up to `end`; not copied
   * @param base - where `bytes` stands in the whole input, for error offsets
   */
  constructor(bytes: Uint8Array, base = 0, depth = 0, start = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.#base = base;
    this.#depth = depth;
    this.#end = end;
    this.#position = start;
  }

  /** Returns whether every element has been read. */
  get atEnd(): boolean {
    return this.#position === this.#end;
  }

  /** Returns the offset of the next element in the whole input. */
  get offset(): number {
    return this.#base + this.#position;
  }

  /** Returns whether the next element has the tag `tag`. False at the end. */
  nextIs(tag: number): boolean {
    if (this.atEnd) return false;
    // A high tag number is compared by parsing it; the common case is one octet.
    if (tag < 0x100) return this.#bytes[this.#position] === tag;
    return this.#header().tag === tag;
  }

  /** Reads one element of any tag. Its content is not looked into. */
  readAny(): DerElement {
    const start = this.#position;
    const header = this.#header();
    this.#position = header.contentEnd;
    return new DerElement(this.#bytes, start, header);
  }

  /** Reads one element of the tag `tag`. */
  readElement(tag: number): DerElement {
    this.#expect(tag);
    return this.readAny();
  }

  /** Reads one constructed element of the tag `tag` and returns a reader of its content. */
  readConstructed(tag: number): DerReader {
    this.#expect(tag);
    if (this.#depth >= MAX_DEPTH) throw this.#error('der.too_deep', `elements are nested deeper than ${MAX_DEPTH}`);
    const { contentStart, contentEnd } = this.#header();
    this.#position = contentEnd;
    return new DerReader(this.#bytes, this.#base, this.#depth + 1, contentStart, contentEnd);
  }

  readSequence(): DerReader {
    return this.readConstructed(Tag.sequence);
  }

  /** Reads a SEQUENCE and returns its whole encoding beside a reader of its content, for what is kept or signed as it came. */
  readSequenceElement(): { readonly raw: Uint8Array; readonly content: DerReader } {
    return this.readConstructedElement(Tag.sequence);
  }

  /** As {@link readSequenceElement}, of the tag `tag`. */
  readConstructedElement(tag: number): { readonly raw: Uint8Array; readonly content: DerReader } {
    const start = this.#position;
    const content = this.readConstructed(tag);
    return { raw: this.#bytes.subarray(start, this.#position), content };
  }

  /**
   * Reads a SET OF, whose elements stand in ascending order of their encodings (X.690 §11.6).
   *
   * @param options - `anyOrder` accepts any order, for the structures where others are known to get it wrong
   */
  readSetOf(options: { readonly anyOrder?: boolean; readonly tag?: number } = {}): DerReader {
    const start = this.offset;
    const set = this.readConstructed(options.tag ?? Tag.set);
    if (!options.anyOrder) set.#requireAscending(start);
    return set;
  }

  /** Reads `[number] EXPLICIT` and returns a reader of what it wraps. */
  readExplicit(number: number): DerReader {
    return this.readConstructed(contextConstructed(number));
  }

  /** As {@link readExplicit}, or undefined when the next element is another one. */
  readOptionalExplicit(number: number): DerReader | undefined {
    return this.nextIs(contextConstructed(number)) ? this.readExplicit(number) : undefined;
  }

  /** Reads all of what `[number] EXPLICIT` wraps, or returns undefined when the next element is another one. */
  readExplicitValue<T>(number: number, read: (inner: DerReader) => T): T | undefined {
    const inner = this.readOptionalExplicit(number);
    if (inner === undefined) return undefined;
    const value = read(inner);
    inner.finish();
    return value;
  }

  /** Reads the content of `[number] IMPLICIT` over a primitive type, or undefined when the next element is another one. */
  readOptionalImplicit(number: number): Uint8Array | undefined {
    return this.nextIs(contextPrimitive(number)) ? this.readAny().content : undefined;
  }

  /** Reads a BOOLEAN: 00 or FF (X.690 §11.1). */
  readBoolean(tag: number = Tag.boolean): boolean {
    const start = this.offset;
    const { content } = this.readElement(tag);
    const value = content[0];
    if (content.length !== 1 || (value !== 0x00 && value !== 0xff))
      throw new DerError('der.bad_value', 'a BOOLEAN is neither 00 nor FF', start);
    return value === 0xff;
  }

  /** Reads an INTEGER of any size up to 4,096 octets. */
  readInteger(tag: number = Tag.integer): bigint {
    const bytes = this.readIntegerBytes(tag);
    const magnitude = BigInt(`0x${hex(bytes)}`);
    return bytes[0]! < 0x80 ? magnitude : magnitude - (1n << BigInt(bytes.length * 8));
  }

  /** Reads an INTEGER and returns its content octets: two's complement, big endian, shortest form (X.690 §8.3.2). */
  readIntegerBytes(tag: number = Tag.integer): Uint8Array {
    const start = this.offset;
    const { content } = this.readElement(tag);
    if (content.length === 0) throw new DerError('der.bad_value', 'an INTEGER is empty', start);
    if (content.length > MAX_INTEGER_OCTETS)
      throw new DerError('der.too_large', `an INTEGER has more than ${MAX_INTEGER_OCTETS} octets`, start);
    if (content.length > 1 && isPadded(content[0]!, content[1]!))
      throw new DerError('der.bad_value', 'an INTEGER is padded', start);
    return content;
  }

  /** Reads an INTEGER from 0 to `max` (at most 2^53 - 1). */
  readSmallInteger(max: number, tag: number = Tag.integer): number {
    const start = this.offset;
    const bytes = this.readIntegerBytes(tag);
    let value = 0;
    if (bytes.length <= 8) for (const byte of bytes) value = value * 256 + byte;
    if (bytes.length > 8 || bytes[0]! >= 0x80 || value > max)
      throw new DerError('der.out_of_range', `an INTEGER is not in 0..${max}`, start);
    return value;
  }

  /** Reads an ENUMERATED from 0 to `max`. */
  readEnumerated(max: number): number {
    return this.readSmallInteger(max, Tag.enumerated);
  }

  /** Reads a BIT STRING, unused bits zero (X.690 §11.2.1). */
  readBitString(tag: number = Tag.bitString): BitString {
    const start = this.offset;
    const { content } = this.readElement(tag);
    const unusedBits = content[0];
    const bytes = content.subarray(1);
    const bad = unusedBits === undefined || unusedBits > 7 || (bytes.length === 0 && unusedBits > 0);
    if (bad || (bytes.length > 0 && (bytes[bytes.length - 1]! & ((1 << unusedBits) - 1)) !== 0)) {
      throw new DerError(
        'der.bad_value',
        'a BIT STRING has a wrong count of unused bits, or unused bits that are not zero',
        start,
      );
    }
    return { bytes, unusedBits };
  }

  /** Reads a BIT STRING that holds whole octets, as every signature and public key does. */
  readBitStringBytes(): Uint8Array {
    const start = this.offset;
    const { bytes, unusedBits } = this.readBitString();
    if (unusedBits !== 0) throw new DerError('der.bad_value', 'a BIT STRING does not hold whole octets', start);
    return bytes;
  }

  readOctetString(tag: number = Tag.octetString): Uint8Array {
    return this.readElement(tag).content;
  }

  readNull(): void {
    const start = this.offset;
    if (this.readElement(Tag.null).content.length > 0)
      throw new DerError('der.bad_value', 'a NULL is not empty', start);
  }

  readOid(tag: number = Tag.objectIdentifier): Oid {
    const start = this.offset;
    return decodeOid(this.readElement(tag).content, start);
  }

  /** Reads a UTCTime or a GeneralizedTime as RFC 5280 §4.1.2.5 writes them; seconds since 1970-01-01T00:00:00Z. */
  readTime(): number {
    return this.nextIs(Tag.utcTime) ? this.readUtcTime() : this.readGeneralizedTime();
  }

  readUtcTime(tag: number = Tag.utcTime): number {
    const start = this.offset;
    return decodeUtcTime(this.readElement(tag).content, start);
  }

  readGeneralizedTime(tag: number = Tag.generalizedTime): number {
    const start = this.offset;
    return decodeGeneralizedTime(this.readElement(tag).content, start);
  }

  /** Says that nothing follows. */
  finish(): void {
    if (!this.atEnd) throw this.#error('der.trailing_bytes', 'bytes follow where the structure has ended');
  }

  #expect(tag: number): void {
    if (this.nextIs(tag)) return;
    if (this.atEnd) throw this.#error('der.truncated', `${describe(tag)} is missing`);
    throw this.#error(
      'der.unexpected_tag',
      `${describe(this.#bytes[this.#position]!)} stands where ${describe(tag)} belongs`,
    );
  }

  /** Returns the same object each time: it holds until the next call. */
  #header(): Header {
    const bytes = this.#bytes;
    const limit = this.#end;
    let at = this.#position;
    if (at >= limit) throw this.#error('der.truncated', 'an element is missing');
    let tag = bytes[at++]!;
    if ((tag & 0x1f) === 0x1f) {
      let number = 0;
      let octet: number;
      do {
        if (at >= limit) throw this.#error('der.truncated', 'the input ends inside a tag');
        octet = bytes[at++]!;
        if ((number === 0 && octet === 0x80) || number >= 1 << 21)
          throw this.#error('der.bad_tag', 'a tag number is padded or too large');
        number = number * 128 + (octet & 0x7f);
      } while (octet >= 0x80);
      if (number < 31) throw this.#error('der.bad_tag', 'a tag number under 31 stands in the long form');
      tag += number * 256;
    }
    if (tag === 0) throw this.#error('der.bad_tag', 'an end-of-contents mark stands where an element belongs');
    if (CONSTRUCTED_STRINGS.has(tag)) throw this.#error('der.constructed_string', 'a string is constructed');
    if (at >= limit) throw this.#error('der.truncated', 'the input ends before a length');
    let length = bytes[at++]!;
    if (length >= 0x80) {
      const octets = length & 0x7f;
      if (octets === 0) throw this.#error('der.bad_length', 'a length is indefinite');
      if (octets > 4) throw this.#error('der.too_large', 'an element is larger than 4 GiB');
      if (at + octets > limit) throw this.#error('der.truncated', 'the input ends inside a length');
      length = 0;
      for (let i = 0; i < octets; i++) length = length * 256 + bytes[at + i]!;
      if (length < 0x80 || bytes[at] === 0) throw this.#error('der.bad_length', 'a length is not in its shortest form');
      at += octets;
    }
    if (at + length > limit) throw this.#error('der.truncated', 'the input ends inside an element');
    header.tag = tag;
    header.contentStart = at;
    header.contentEnd = at + length;
    return header;
  }

  #requireAscending(start: number): void {
    const walk = new DerReader(this.#bytes, this.#base, this.#depth, this.#position, this.#end);
    if (walk.atEnd) return;
    let previous = walk.readAny();
    while (!walk.atEnd) {
      const next = walk.readAny();
      if (compareBytes(previous.raw, next.raw) > 0)
        throw new DerError('der.unsorted_set', 'the elements of a SET OF are not in ascending order', start);
      previous = next;
    }
  }

  #error(code: DerError['code'], message: string): DerError {
    return new DerError(code, message, this.offset);
  }
}

/**
 * Reads `bytes` as exactly one element with `read`, and refuses bytes behind it.
 *
 * @throws {@link DerError} as `read` does, or `der.trailing_bytes`
 */
export function readDer<T>(bytes: Uint8Array, read: (reader: DerReader) => T): T {
  const reader = new DerReader(bytes);
  const value = read(reader);
  reader.finish();
  return value;
}

/** Orders octet strings as X.690 §11.6 does: octet by octet, a shorter one first when it is a prefix. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return a.length - b.length;
}

function isPadded(first: number, second: number): boolean {
  return (first === 0x00 && second < 0x80) || (first === 0xff && second >= 0x80);
}

function hex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += HEX[byte];
  return text;
}

function describe(tag: number): string {
  const name = Object.entries(Tag).find(([, value]) => value === tag)?.[0];
  if (name !== undefined) return name.replace(/[A-Z]/g, (letter) => ` ${letter}`).toUpperCase();
  if (tag >= 0x80 && tag < 0xc0) return `[${tag & 0x1f}]`;
  // A high tag reads as its octets do: 7f21.
  const octets = [tag & 0xff, ...(tag < 0x100 ? [] : [tag >> 8])];
  return `the tag ${octets.map((octet) => octet.toString(16).padStart(2, '0')).join('')}`;
}

/** Of the element that was read last, so that none is made for each. */
const header: Header = { tag: 0, contentStart: 0, contentEnd: 0 };
/** Universal string types with the constructed bit: BER, never DER (X.690 §10.2). */
const CONSTRUCTED_STRINGS = new Set([0x23, 0x24, 0x2c, 0x32, 0x33, 0x34, 0x36, 0x37, 0x38, 0x3a, 0x3c, 0x3e]);
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const MAX_DEPTH = 32;
const MAX_INTEGER_OCTETS = 4096;
