/** The growing buffer that the transcoder writes to. */
export class BerOutput {
  #buffer: Uint8Array;
  #length = 0;

  /** @param capacity - the size expected, in octets */
  constructor(capacity: number) {
    this.#buffer = new Uint8Array(capacity);
  }

  append(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#buffer.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  appendOctet(octet: number): void {
    this.#reserve(1);
    this.#buffer[this.#length++] = octet;
  }

  /** Starts the content of an element whose identifier octets were appended. Returns what {@link close} asks for. */
  open(): number {
    this.appendOctet(0);
    return this.#length;
  }

  /**
   * Ends the content that starts at `start`: writes its length in the shortest form before it.
   *
   * The content moves when the length needs more than one octet. Nesting is bounded, so each octet moves a bounded number of
   * times.
   */
  close(start: number): void {
    const length = this.#length - start;
    if (length < 0x80) {
      this.#buffer[start - 1] = length;
      return;
    }
    const octets = length < 0x100 ? 1 : length < 0x1_0000 ? 2 : length < 0x100_0000 ? 3 : 4;
    this.#reserve(octets);
    this.#buffer.copyWithin(start + octets, start, this.#length);
    this.#buffer[start - 1] = 0x80 | octets;
    for (let i = 0; i < octets; i++) this.#buffer[start + i] = (length >>> ((octets - 1 - i) * 8)) & 0xff;
    this.#length += octets;
  }

  /** Replaces the octet at `position`, which is what {@link open} returned, or after it. */
  patch(position: number, octet: number): void {
    this.#buffer[position] = octet;
  }

  /** A copy of what was written. */
  finish(): Uint8Array {
    return this.#buffer.slice(0, this.#length);
  }

  #reserve(octets: number): void {
    const needed = this.#length + octets;
    if (needed <= this.#buffer.length) return;
    const grown = new Uint8Array(Math.max(needed, this.#buffer.length * 2));
    grown.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = grown;
  }
}
