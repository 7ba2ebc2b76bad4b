/**
 * A CRL as it comes, in chunks of any size (RFC 5280 §5.1). It keeps the fields and one element that a chunk has cut, never the entries: a
 * CRL of a million takes the memory of one of ten.
 */
import { Element } from '../ber/element.ts';
import { MalformedError } from '../ber/malformed.ts';
import { Tag } from '../ber/values.ts';
import { EntryUnderLint } from './entry-under-lint.ts';

/** The octets that come: a whole CRL, or what is to be signed of one. */
export type CrlForm = 'CertificateList' | 'TBSCertList';

/** Takes what is read, in its order. */
export interface CrlTaker {
  /** Takes the fields before the entries, when the first entry is about to come, or the list of them, or the end. */
  onHead(fields: readonly Element[]): void;
  /** Takes an entry, which is the same object each time. */
  onEntry(entry: EntryUnderLint): void;
}

/** Elements of a CRL other than its entries. They share no octets with the chunks. */
export interface CrlElements {
  /** The fields of the TBSCertList before the entries. */
  readonly head: readonly Element[];
  /** True when there is a list of entries, be it an empty one. */
  readonly hasEntries: boolean;
  /** The fields after the entries. */
  readonly tail: readonly Element[];
  /** The signature algorithm and the signature of a whole CRL. */
  readonly signature: readonly Element[];
  /** True for a length in more octets than it needs, of the structures around the fields. */
  readonly longLength: boolean;
}

export class CrlStream {
  readonly #taker: CrlTaker;
  readonly #entry = new EntryUnderLint();
  readonly #head: Element[] = [];
  readonly #tail: Element[] = [];
  readonly #signature: Element[] = [];
  #source: Uint8Array = NOTHING;
  #at = 0;
  #stage: 'outer' | 'tbs' | 'fields' | 'entries' | 'signature' | 'end';
  #hasEntries = false;
  #longLength = false;
  /** Octets that are left of the whole CRL, of the TBSCertList and of its entries. */
  #outerLeft = Infinity;
  #tbsLeft = 0;
  #entriesLeft = 0;

  constructor(form: CrlForm, taker: CrlTaker) {
    this.#taker = taker;
    this.#stage = form === 'CertificateList' ? 'outer' : 'tbs';
  }

  /**
   * Reads on. The chunk is not needed afterwards.
   *
   * @throws {@link MalformedError}
   */
  push(chunk: Uint8Array): void {
    let rest = this.#source;
    let next = 0;
    // Only what the chunk before has cut is copied together, with as much of this one as it needs.
    while (rest.length > 0 && next < chunk.length) {
      const size = Math.max(SEAM_OCTETS, rest.length);
      this.#read(Buffer.concat([rest, chunk.subarray(next, next + size)]), 0);
      next += this.#at < rest.length ? size : this.#at - rest.length;
      rest = this.#at < rest.length ? this.#source.subarray(this.#at) : NOTHING;
    }
    if (rest.length === 0) {
      this.#read(chunk, next);
      rest = chunk.subarray(this.#at);
    }
    this.#source = Uint8Array.from(rest);
    this.#at = 0;
  }

  #read(source: Uint8Array, at: number): void {
    this.#source = source;
    this.#at = at;
    while (this.#step());
    this.#entry.leave();
  }

  /**
   * Returns the elements when all octets have come.
   *
   * @throws {@link MalformedError} when some are missing
   */
  finish(): CrlElements {
    if (this.#stage !== 'end') throw new MalformedError('the octets end within the CRL');
    return {
      head: this.#head,
      hasEntries: this.#hasEntries,
      tail: this.#tail,
      signature: this.#signature,
      longLength: this.#longLength,
    };
  }

  /** Reads as much as there is at one stage; false when it needs more octets. */
  #step(): boolean {
    switch (this.#stage) {
      case 'outer':
        return this.#open((length) => {
          this.#outerLeft = length;
          this.#stage = 'tbs';
        });
      case 'tbs':
        return this.#open((length, headerLength) => {
          this.#outerLeft -= headerLength + length;
          if (this.#outerLeft < 0) throw new MalformedError('the TBSCertList goes beyond the CRL');
          this.#tbsLeft = length;
          this.#stage = 'fields';
        });
      case 'fields':
        return this.#field();
      case 'entries':
        return this.#entries();
      case 'signature':
        return this.#signaturePart();
      case 'end':
        break;
    }
    if (this.#at < this.#source.length) throw new MalformedError('octets follow where the CRL has ended');
    return false;
  }

  #open(take: (length: number, headerLength: number) => void): boolean {
    const header = this.#header();
    if (header === undefined) return false;
    if (header.tag !== Tag.sequence) throw new MalformedError('a CRL is not a SEQUENCE of a SEQUENCE');
    this.#longLength ||= header.longLength;
    this.#at += header.headerLength;
    take(header.length, header.headerLength);
    return true;
  }

  #field(): boolean {
    if (this.#tbsLeft === 0) {
      this.#announceHead();
      this.#stage = this.#outerLeft === Infinity ? 'end' : 'signature';
      return true;
    }
    const header = this.#header();
    if (header === undefined) return false;
    const { tag, length, headerLength } = header;
    if (headerLength + length > this.#tbsLeft) throw new MalformedError('a field goes beyond the TBSCertList');
    if (tag === Tag.sequence && !this.#hasEntries && isTime(this.#head.at(-1)?.tag)) {
      this.#announceHead();
      this.#hasEntries = true;
      this.#longLength ||= header.longLength;
      this.#at += headerLength;
      this.#tbsLeft -= headerLength + length;
      this.#entriesLeft = length;
      this.#stage = 'entries';
      return true;
    }
    const element = this.#whole(headerLength + length);
    if (element === undefined) return false;
    this.#tbsLeft -= headerLength + length;
    const isTail = this.#hasEntries || tag === EXTENSIONS;
    if (isTail) this.#announceHead();
    (isTail ? this.#tail : this.#head).push(element);
    return true;
  }

  #announced = false;
  #announceHead(): void {
    if (this.#announced) return;
    this.#announced = true;
    this.#taker.onHead(this.#head);
  }

  #entries(): boolean {
    const entry = this.#entry;
    while (this.#entriesLeft > 0) {
      const left = Math.min(this.#source.length - this.#at, this.#entriesLeft);
      const length = entry.read(this.#source, this.#at, left, this.#entriesLeft);
      if (length === 0) return false;
      this.#at += length;
      this.#entriesLeft -= length;
      this.#taker.onEntry(entry);
    }
    this.#stage = 'fields';
    return true;
  }

  #signaturePart(): boolean {
    if (this.#outerLeft === 0) {
      this.#stage = 'end';
      return true;
    }
    const header = this.#header();
    if (header === undefined) return false;
    const length = header.headerLength + header.length;
    if (length > this.#outerLeft) throw new MalformedError('an element goes beyond the CRL');
    const element = this.#whole(length);
    if (element === undefined) return false;
    this.#outerLeft -= length;
    this.#signature.push(element);
    return true;
  }

  /** Returns a copy of the element that begins here, when all of it is there. */
  #whole(length: number): Element | undefined {
    if (length > MAX_FIELD_OCTETS) throw new MalformedError(`a field has more than ${MAX_FIELD_OCTETS} octets`);
    if (this.#source.length - this.#at < length) return undefined;
    const octets = Uint8Array.from(this.#source.subarray(this.#at, this.#at + length));
    this.#at += length;
    return Element.only(octets);
  }

  /** Returns the header of the element that begins here, when it is there. */
  #header(): Header | undefined {
    const available = this.#source.length - this.#at;
    if (available < 2) return undefined;
    const tag = this.#source[this.#at]!;
    if ((tag & 0x1f) === 0x1f) throw new MalformedError('a field has a tag that no field of a CRL has');
    const first = this.#source[this.#at + 1]!;
    if (first < 0x80) return { tag, length: first, headerLength: 2, longLength: false };
    const octets = first & 0x7f;
    if (octets === 0) throw new MalformedError('a length is indefinite, which DER does not allow');
    if (octets > 5) throw new MalformedError('a length is too large');
    if (available < 2 + octets) return undefined;
    let length = 0;
    for (let i = 0; i < octets; i++) length = length * 256 + this.#source[this.#at + 2 + i]!;
    return {
      tag,
      length,
      headerLength: 2 + octets,
      longLength: length < 0x80 || length < 256 ** (octets - 1),
    };
  }
}

interface Header {
  readonly tag: number;
  readonly length: number;
  readonly headerLength: number;
  readonly longLength: boolean;
}

function isTime(tag: number | undefined): boolean {
  return tag === Tag.utcTime || tag === Tag.generalizedTime;
}

const EXTENSIONS = 0xa0;
const NOTHING = new Uint8Array();
/** More than nearly every element has. */
const SEAM_OCTETS = 4096;
/** Extensions may have an alternative signature, of which the longest known have 50 KB. */
const MAX_FIELD_OCTETS = 2 ** 20;
