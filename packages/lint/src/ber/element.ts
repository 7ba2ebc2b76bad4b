/**
 * A reader of BER that shares nothing with the writer of `@sealwright/pki`, so that a mistake there is not made here again.
 *
 * It accepts what DER does not, such as lengths that are longer than they need be, because rules look for exactly that.
 */
import { MalformedError } from './malformed.ts';
import { secondsAt } from './moment.ts';

/** Where an element stands, and what its first octets say. */
export interface Header {
  readonly source: Uint8Array;
  readonly start: number;
  readonly contentStart: number;
  readonly end: number;
  /** Identifier octet; for a tag number of 31 or more, its first octet plus 256 times the number. */
  readonly tag: number;
  /** True for a length in more octets than it needs (X.690 §10.1). */
  readonly longLength: boolean;
}

/**
 * Reads the header of the element that stands at `at`.
 *
 * @returns the same object each time: it holds until the next call
 * @throws {@link MalformedError} for one that is cut off, or of indefinite length
 */
export function readHeader(source: Uint8Array, at: number, limit: number): Header {
  const contentStart = at + 2;
  header.source = source;
  header.start = at;
  header.longLength = false;
  // Nearly all have a header of two octets.
  if (contentStart <= limit) {
    const tag = source[at]!;
    const end = contentStart + source[at + 1]!;
    if ((tag & 0x1f) !== 0x1f && end - contentStart < 0x80 && end <= limit) {
      header.tag = tag;
      header.contentStart = contentStart;
      header.end = end;
      return header;
    }
  }
  return readLongHeader(source, at, limit);
}

function readLongHeader(source: Uint8Array, at: number, limit: number): Header {
  let position = at;
  let tag = octetOfHeader(source, position++, limit);
  if ((tag & 0x1f) === 0x1f) {
    let number = 0;
    let octet: number;
    do {
      octet = octetOfHeader(source, position++, limit);
      number = number * 128 + (octet & 0x7f);
      if (number >= 1 << 22) throw new MalformedError('a tag number is too large');
    } while (octet >= 0x80);
    tag += number * 256;
  }
  let length = octetOfHeader(source, position++, limit);
  if (length >= 0x80) {
    const octets = length & 0x7f;
    if (octets === 0) throw new MalformedError('a length is indefinite, which DER does not allow');
    if (octets > 5) throw new MalformedError('a length is too large');
    length = 0;
    for (let i = 0; i < octets; i++) length = length * 256 + octetOfHeader(source, position++, limit);
    header.longLength = length < 0x80 || length < 256 ** (octets - 1);
  }
  if (length > limit - position) throw new MalformedError('the octets end within an element');
  header.tag = tag;
  header.contentStart = position;
  header.end = position + length;
  return header;
}

function octetOfHeader(source: Uint8Array, at: number, limit: number): number {
  if (at >= limit) throw new MalformedError('the octets end within the header of an element');
  return source[at]!;
}

/** Of the element that was read last, so that a walk through many makes no object for each. */
const header: { -readonly [K in keyof Header]: Header[K] } = {
  source: new Uint8Array(),
  start: 0,
  contentStart: 0,
  end: 0,
  tag: 0,
  longLength: false,
};

/** One element. The octets are views on the input. */
export class Element implements Header {
  /** All octets, of other elements too. Rules read none of them here: the reading of those that are one certificate's own is noted elsewhere. */
  readonly source: Uint8Array;
  readonly start: number;
  readonly contentStart: number;
  readonly end: number;
  readonly tag: number;
  readonly longLength: boolean;
  #children: readonly Element[] | undefined;

  private constructor({ source, start, contentStart, end, tag, longLength }: Header) {
    this.source = source;
    this.start = start;
    this.contentStart = contentStart;
    this.end = end;
    this.tag = tag;
    this.longLength = longLength;
  }

  /**
   * Reads the element that stands at `at`.
   *
   * @throws {@link MalformedError} as {@link readHeader}
   */
  static at(source: Uint8Array, at: number, limit: number = source.length): Element {
    return new Element(readHeader(source, at, limit));
  }

  /**
   * Reads `octets` as one element and nothing more.
   *
   * @throws {@link MalformedError}
   */
  static only(octets: Uint8Array): Element {
    const element = Element.at(octets, 0);
    if (element.end !== octets.length) throw goesOn();
    return element;
  }

  /**
   * Reads what the content of `wrapper` is as one element and nothing more.
   *
   * @throws {@link MalformedError}
   */
  static within({ source, contentStart, end }: Header): Element {
    const element = Element.at(source, contentStart, end);
    if (element.end !== end) throw goesOn();
    return element;
  }

  get content(): Uint8Array {
    return this.source.subarray(this.contentStart, this.end);
  }

  /** The content as text, one character an octet. */
  get latin1(): string {
    const { buffer, byteOffset } = this.source;
    return Buffer.from(buffer, byteOffset + this.contentStart, this.length).toString('latin1');
  }

  get raw(): Uint8Array {
    return this.source.subarray(this.start, this.end);
  }

  /** Copies all octets, of the header and of the content, to `at` and returns where they end. The target has room for them. */
  copyTo(target: Uint8Array, at: number): number {
    let to = at;
    for (let from = this.start; from < this.end; from++) target[to++] = this.source[from]!;
    return to;
  }

  /** Octets of header and content. */
  get wholeLength(): number {
    return this.end - this.start;
  }

  get length(): number {
    return this.end - this.contentStart;
  }

  get isConstructed(): boolean {
    return (this.tag & 0x20) !== 0;
  }

  /** Returns one octet of the content; undefined past its end. */
  octet(index: number): number | undefined {
    return index < this.length ? this.source[this.contentStart + index] : undefined;
  }

  /**
   * The elements of the content. Read once.
   *
   * @throws {@link MalformedError}
   */
  get children(): readonly Element[] {
    this.#children ??= this.#readChildren();
    return this.#children;
  }

  /** V8 makes room for seventeen in a list that grows, and nearly all elements have three children at most. */
  #readChildren(): readonly Element[] {
    const end = this.end;
    if (this.contentStart === end) return [];
    const first = Element.at(this.source, this.contentStart, end);
    if (first.end === end) return [first];
    const second = Element.at(this.source, first.end, end);
    if (second.end === end) return [first, second];
    const third = Element.at(this.source, second.end, end);
    const children = [first, second, third];
    for (let at = third.end; at < end; at = children.at(-1)!.end) children.push(Element.at(this.source, at, end));
    return children;
  }

  /** The content as a moment, in seconds since 1970; NaN for what is not one. As {@link secondsAt}, for content of that length. */
  moment(yearDigits: 2 | 4): number {
    return this.length === yearDigits + 11 ? secondsAt(this.source, this.contentStart, yearDigits) : Number.NaN;
  }

  /** Returns whether both are the same octets. */
  equals(other: Header): boolean {
    const length = this.end - this.start;
    if (other.end - other.start !== length) return false;
    for (let i = 0; i < length; i++) {
      if (this.source[this.start + i] !== other.source[other.start + i]) return false;
    }
    return true;
  }
}

/** FNV-1a hash of all octets of an element, of so few bits that V8 needs no object for it. */
export function hashOf({ source, start, end }: Header): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ source[at]!, 0x01000193);
  return hash & 0x3fffffff;
}

function goesOn(): MalformedError {
  return new MalformedError('octets follow where the structure has ended');
}

/** The element of a structure that is read from its first to its last, optional ones by their tags. */
export class Sequence {
  readonly #children: readonly Element[];
  readonly #what: string;
  #position = 0;

  /**
   * @param tag - of the structure, SEQUENCE unless given
   * @param what - its name for messages: `Validity`
   * @throws {@link MalformedError} for another tag
   */
  constructor(element: Element, what: string, tag: number = SEQUENCE) {
    this.#what = what;
    this.#children = requireTag(element, tag, what).children;
  }

  get atEnd(): boolean {
    return this.#position === this.#children.length;
  }

  /** @throws {@link MalformedError} at the end, or for another tag than the one that is asked for */
  next(what: string, tag?: number): Element {
    const element = this.#children[this.#position++];
    if (element === undefined) throw new MalformedError(`${this.#what} ends before ${what}`);
    return tag === undefined ? element : requireTag(element, tag, what);
  }

  /** Returns the next element if it has the tag. */
  optional(tag: number): Element | undefined {
    const element = this.#children[this.#position];
    if (element?.tag !== tag) return undefined;
    this.#position += 1;
    return element;
  }

  /** @throws {@link MalformedError} when elements are left */
  finish(): void {
    if (!this.atEnd) throw new MalformedError(`${this.#what} goes on after its last element`);
  }
}

/** @throws {@link MalformedError} */
export function requireTag(element: Element, tag: number, what: string): Element {
  if (element.tag === tag) return element;
  throw new MalformedError(`${what} has the tag ${hexTag(element.tag)}; ${hexTag(tag)} belongs there`);
}

/** Returns what an element wraps. @throws {@link MalformedError} unless that is one element */
export function onlyChild(element: Element, what: string): Element {
  const [child, ...more] = element.children;
  if (child === undefined || more.length > 0) throw new MalformedError(`${what} is not one element`);
  return child;
}

function hexTag(tag: number): string {
  return `0x${(tag & 0xff).toString(16).padStart(2, '0')}${tag > 0xff ? ` (${tag >> 8})` : ''}`;
}

const SEQUENCE = 0x30;
