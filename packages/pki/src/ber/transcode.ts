/**
 * BER to DER, as far as lengths and strings go (X.690 §8.1.3, §8.6.4, §8.7.3).
 *
 * Indefinite and padded lengths become shortest definite ones, and a string in segments becomes one primitive string. That is
 * what separates the PKCS#12 and CMS files of the world from what the strict reader takes. Values are left alone: a BOOLEAN of
 * 01, a padded INTEGER or a SET OF out of order comes out as it came, and the strict reader refuses it or was asked not to.
 * An `[n] IMPLICIT OCTET STRING` in segments cannot be told from a structure here: see `implicit-octet-string.ts`.
 *
 * What was signed survives. DER comes out octet for octet, so a certificate inside keeps its signature; the content of an
 * eContent is signed without its tag and length (RFC 5652 §5.4), so it is the same joined; signed attributes are signed in
 * DER whatever their encoding in the message. Only a signature over the BER encoding itself would be lost, which no
 * standard here makes.
 */
import { BerError } from './errors.ts';
import { BerOutput } from './output.ts';

/** Bounds of one transcoding. */
export interface TranscodeLimits {
  /** The largest input, in octets; 16 MiB when left out. */
  readonly maxOctets?: number;
}

/**
 * Rewrites one BER element with the lengths and strings of DER.
 *
 * Takes time and memory linear in the input: elements nest at most 32 deep, and nothing is kept but the output.
 *
 * @param bytes - exactly one element
 * @throws {@link BerError} when the bytes are not one BER element, or beyond the bounds
 */
export function transcodeToDer(bytes: Uint8Array, limits: TranscodeLimits = {}): Uint8Array {
  const maxOctets = limits.maxOctets ?? DEFAULT_MAX_OCTETS;
  if (bytes.length > maxOctets)
    throw new BerError('ber.too_large', `the input has ${bytes.length} octets, more than ${maxOctets}`, 0);
  const transcoder = new Transcoder(bytes);
  const header = transcoder.readHeader(0, bytes.length);
  const end = transcoder.writeElement(header, bytes.length, 0);
  if (end !== bytes.length) throw new BerError('ber.trailing_bytes', 'bytes follow where the element has ended', end);
  return transcoder.output.finish();
}

/** Identifier and length octets. `contentEnd` is undefined when the length is indefinite. */
interface Header {
  readonly start: number;
  /** The first identifier octet: class, constructed bit, and the tag number when that is under 31. */
  readonly identifier: number;
  readonly identifierEnd: number;
  readonly contentStart: number;
  readonly contentEnd: number | undefined;
}

class Transcoder {
  readonly output: BerOutput;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.output = new BerOutput(bytes.length + SPARE_OCTETS);
  }

  /** Reads the header at `at`; the element has to fit before `end`. */
  readHeader(at: number, end: number): Header {
    const bytes = this.#bytes;
    if (at >= end) throw new BerError('ber.truncated', 'an element is missing', at);
    const identifier = bytes[at]!;
    const identifierEnd = this.#identifierEnd(at, end);
    if (identifierEnd >= end) throw new BerError('ber.truncated', 'the input ends before a length', at);
    const first = bytes[identifierEnd]!;
    if (first === INDEFINITE) {
      if ((identifier & CONSTRUCTED) === 0)
        throw new BerError('ber.bad_length', 'a primitive element has an indefinite length', at);
      return { start: at, identifier, identifierEnd, contentStart: identifierEnd + 1, contentEnd: undefined };
    }
    if (first === 0xff) throw new BerError('ber.bad_length', 'a length starts with the reserved octet FF', at);
    const octets = first < 0x80 ? 0 : first & 0x7f;
    const contentStart = identifierEnd + 1 + octets;
    if (contentStart > end) throw new BerError('ber.truncated', 'the input ends inside a length', at);
    let length = first < 0x80 ? first : 0;
    for (let i = identifierEnd + 1; i < contentStart; i++) {
      length = length * 256 + bytes[i]!;
      if (length > end) throw new BerError('ber.truncated', 'the input ends inside an element', at);
    }
    const contentEnd = contentStart + length;
    if (contentEnd > end) throw new BerError('ber.truncated', 'the input ends inside an element', at);
    return { start: at, identifier, identifierEnd, contentStart, contentEnd };
  }

  /** Writes the element in DER and returns where it ends. */
  writeElement(header: Header, end: number, depth: number): number {
    if (isEndOfContents(header))
      throw new BerError('ber.bad_length', 'end-of-contents octets stand where nothing is open', header.start);
    if ((header.identifier & CONSTRUCTED) === 0) {
      this.output.append(this.#bytes.subarray(header.start, header.identifierEnd));
      const content = this.output.open();
      this.output.append(this.#bytes.subarray(header.contentStart, header.contentEnd));
      this.output.close(content);
      return header.contentEnd!;
    }
    if (STRINGS.has(header.identifier & ~CONSTRUCTED)) return this.#writeString(header, end, depth);
    this.output.append(this.#bytes.subarray(header.start, header.identifierEnd));
    const content = this.output.open();
    const after = this.#forEachChild(header, end, depth, (child, childEnd) =>
      this.writeElement(child, childEnd, depth + 1),
    );
    this.output.close(content);
    return after;
  }

  #writeString(header: Header, end: number, depth: number): number {
    const tag = header.identifier & ~CONSTRUCTED;
    this.output.appendOctet(tag);
    const content = this.output.open();
    // A BIT STRING starts with one count of unused bits, its last segment's.
    const bits = tag === BIT_STRING ? { unused: 0 } : undefined;
    if (bits) this.output.appendOctet(0);
    const after = this.#writeSegments(header, end, depth, bits);
    if (bits) this.output.patch(content, bits.unused);
    this.output.close(content);
    return after;
  }

  #writeSegments(header: Header, end: number, depth: number, bits: { unused: number } | undefined): number {
    // The segments of a character string are OCTET STRINGs too (X.690 §8.23.3).
    const segmentTag = bits ? BIT_STRING : OCTET_STRING;
    return this.#forEachChild(header, end, depth, (segment, segmentEnd) => {
      if ((segment.identifier & ~CONSTRUCTED) !== segmentTag)
        throw new BerError('ber.bad_string', 'a segment of a string is not a string of its kind', segment.start);
      if (bits && bits.unused > 0)
        throw new BerError('ber.bad_string', 'a segment before the last one has unused bits', segment.start);
      if ((segment.identifier & CONSTRUCTED) !== 0) return this.#writeSegments(segment, segmentEnd, depth + 1, bits);
      const octets = this.#bytes.subarray(segment.contentStart, segment.contentEnd);
      if (bits) {
        if (octets.length === 0)
          throw new BerError('ber.bad_string', 'a segment of a BIT STRING has no count of unused bits', segment.start);
        bits.unused = octets[0]!;
      }
      this.output.append(bits ? octets.subarray(1) : octets);
      return segment.contentEnd!;
    });
  }

  /** Calls `visit`, which returns where the child ends, for each child, and returns where the parent ends. */
  #forEachChild(parent: Header, end: number, depth: number, visit: (child: Header, end: number) => number): number {
    if (depth >= MAX_DEPTH)
      throw new BerError('ber.too_deep', `elements are nested deeper than ${MAX_DEPTH}`, parent.start);
    const childEnd = parent.contentEnd ?? end;
    let at = parent.contentStart;
    for (;;) {
      if (at === parent.contentEnd) return at;
      if (parent.contentEnd === undefined && at >= end)
        throw new BerError('ber.truncated', 'the end-of-contents octets of an element are missing', parent.start);
      const child = this.readHeader(at, childEnd);
      if (parent.contentEnd === undefined && isEndOfContents(child)) return child.contentStart;
      at = visit(child, childEnd);
    }
  }

  #identifierEnd(start: number, end: number): number {
    const bytes = this.#bytes;
    if ((bytes[start]! & 0x1f) !== 0x1f) return start + 1;
    let at = start + 1;
    if (at < end && (bytes[at] === 0x80 || bytes[at]! < 0x1f))
      throw new BerError('ber.bad_tag', 'a tag number is padded, or under 31 in the long form', start);
    while (at < end && bytes[at]! >= 0x80) at++;
    if (at >= end) throw new BerError('ber.truncated', 'the input ends inside a tag', start);
    return at + 1;
  }
}

/** X.690 §8.1.5: two zero octets. The tag 0 with a content is nothing else either (§8.1.2.2 reserves it). */
function isEndOfContents(header: Header): boolean {
  if (header.identifier !== 0) return false;
  if (header.contentEnd !== header.start + 2)
    throw new BerError('ber.bad_length', 'end-of-contents octets are not 00 00', header.start);
  return true;
}

const CONSTRUCTED = 0x20;
const INDEFINITE = 0x80;
const BIT_STRING = 0x03;
const OCTET_STRING = 0x04;
/** The universal types that BER may cut into segments, as primitive identifier octets (X.690 §8.6, §8.7, §8.23). */
const STRINGS = new Set([0x03, 0x04, 0x0c, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1a, 0x1b, 0x1c, 0x1e]);
const MAX_DEPTH = 32;
const DEFAULT_MAX_OCTETS = 16 * 1024 * 1024;
/** A definite length may need a few octets more than an indefinite one saves; most inputs then need no second buffer. */
const SPARE_OCTETS = 64;
