/** A writer of what Java's `DataOutputStream` writes. */
export class JksWriter {
  readonly #parts: Uint8Array[] = [];

  uint32(value: number): this {
    const octets = new Uint8Array(4);
    new DataView(octets.buffer).setUint32(0, value);
    return this.#append(octets);
  }

  /** A `long`, here not negative. */
  uint64(value: bigint): this {
    const octets = new Uint8Array(8);
    new DataView(octets.buffer).setBigUint64(0, value);
    return this.#append(octets);
  }

  /** Octets behind their number. */
  octets(octets: Uint8Array): this {
    return this.uint32(octets.length).#append(octets);
  }

  /**
   * A text in Java's modified UTF-8, behind the number of its octets: each half of a surrogate pair has three, and NUL two.
   *
   * @throws {RangeError} for more than 65535 octets
   */
  text(text: string): this {
    const encoded = Uint8Array.from(
      Array.from({ length: text.length }, (_, at) => encodeUnit(text.charCodeAt(at))).flat(),
    );
    if (encoded.length > MAX_TEXT_OCTETS)
      throw new RangeError(`a text has ${encoded.length} octets in the UTF-8 of Java, more than ${MAX_TEXT_OCTETS}`);
    return this.#append(Uint8Array.of(encoded.length >> 8, encoded.length & 0xff)).#append(encoded);
  }

  finish(): Uint8Array {
    return Uint8Array.from(Buffer.concat(this.#parts));
  }

  #append(octets: Uint8Array): this {
    this.#parts.push(octets);
    return this;
  }
}

function encodeUnit(unit: number): readonly number[] {
  if (unit > 0 && unit < 0x80) return [unit];
  if (unit < 0x800) return [0xc0 | (unit >> 6), 0x80 | (unit & 0x3f)];
  return [0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)];
}

const MAX_TEXT_OCTETS = 0xffff;
