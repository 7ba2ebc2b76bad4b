/** A bounded memo of common parts, by their exact octets. */
import type { Element } from '../ber/element.ts';
import { CommonParts } from './common-parts.ts';

/** The octets of common parts, as a certificate writes them one after the other. */
export class CommonOctets {
  #length = 0;

  /** Adds a whole element. */
  add(element: Element): void {
    const { wholeLength } = element;
    if (this.#hasRoom(wholeLength)) element.copyTo(octets, this.#length);
    this.#length += wholeLength;
  }

  /** Adds an octet that begins no element of the place where it stands. */
  mark(octet: number): void {
    if (this.#hasRoom(1)) octets[this.#length] = octet;
    this.#length += 1;
  }

  /** Adds a number of up to 48 bits that stands for octets, after such an octet. */
  addNumber(mark: number, number: number): void {
    this.mark(mark);
    if (this.#hasRoom(6)) octets.writeUIntBE(number, this.#length, 6);
    this.#length += 6;
  }

  /** Returns what is known of them; undefined where they are too many to be kept. */
  commonParts(): CommonParts | undefined {
    if (this.#length > octets.length) return undefined;
    const key = octets.toString('latin1', 0, this.#length);
    const found = known.get(key);
    if (found !== undefined) return found;
    const [oldest] = known.keys();
    if (oldest !== undefined && known.size >= MAX_KNOWN) known.delete(oldest);
    const parts = new CommonParts();
    known.set(key, parts);
    return parts;
  }

  #hasRoom(length: number): boolean {
    return this.#length + length <= octets.length;
  }
}

/** A pure memo. */
const known = new Map<string, CommonParts>();
const MAX_KNOWN = 256;
/** Used by one certificate at a time, from its first part to the last. */
const octets = Buffer.alloc(4096);
