import { KeystoreError } from '../errors.ts';

/** A strict reader of what Java's `DataOutputStream` writes. What it hands out are views on the input. */
export class JksReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #position = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  readUint32(): number {
    return this.#view.getUint32(this.#take(4));
  }

  /** Octets behind their number. */
  readOctets(): Uint8Array {
    return this.#octets(this.readUint32());
  }

  /** A text in Java's modified UTF-8, which writes each half of a surrogate pair, and NUL in two octets. */
  readText(): string {
    const octets = this.#octets(this.#view.getUint16(this.#take(2)));
    let text = '';
    for (let at = 0; at < octets.length;) {
      const [unit, length] = readUnit(octets, at);
      text += String.fromCharCode(unit);
      at += length;
    }
    return text;
  }

  skip(octets: number): void {
    this.#take(octets);
  }

  /** @throws {@link KeystoreError} when anything is left */
  finish(): void {
    if (this.#position !== this.#bytes.length) throw badValue('the file goes on behind its last entry');
  }

  #octets(count: number): Uint8Array {
    const at = this.#take(count);
    return this.#bytes.subarray(at, at + count);
  }

  #take(octets: number): number {
    const at = this.#position;
    if (octets > this.#bytes.length - at) throw badValue('the file ends within an entry');
    this.#position += octets;
    return at;
  }
}

function readUnit(octets: Uint8Array, at: number): readonly [unit: number, length: number] {
  const first = octets[at]!;
  if (first < 0x80) return [first, 1];
  if (first >> 5 === 0b110) return [((first & 0x1f) << 6) | following(octets, at + 1), 2];
  if (first >> 4 !== 0b1110) throw badValue('a text of the file is not in the UTF-8 of Java');
  return [((first & 0x0f) << 12) | (following(octets, at + 1) << 6) | following(octets, at + 2), 3];
}

function following(octets: Uint8Array, at: number): number {
  const octet = octets[at] ?? 0;
  if (octet >> 6 !== 0b10) throw badValue('a text of the file is not in the UTF-8 of Java');
  return octet & 0x3f;
}

function badValue(message: string): KeystoreError {
  return new KeystoreError('jks.bad_value', message);
}
