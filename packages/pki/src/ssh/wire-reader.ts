/**
 * A strict reader of the data types of SSH (RFC 4251 §5).
 *
 * Each `read…` takes one value and throws an {@link SshError} when the input ends before it. The bytes handed out are views on the
 * input, so what was signed can be verified as it came.
 */
import { SshError } from './errors.ts';

export class SshReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #position = 0;

  /** @param bytes - not copied */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Returns whether everything has been read. */
  get atEnd(): boolean {
    return this.#position === this.#bytes.length;
  }

  /** Octets read so far. */
  get offset(): number {
    return this.#position;
  }

  /** Octets that have not been read. */
  get left(): number {
    return this.#bytes.length - this.#position;
  }

  /** Returns the octets read since `offset`. */
  since(offset: number): Uint8Array {
    return this.#bytes.subarray(offset, this.#position);
  }

  readByte(): number {
    return this.#view.getUint8(this.#take(1));
  }

  /** A boolean of 0 or 1; RFC 4251 has readers take any other value for true, and writers never write one. */
  readBoolean(): boolean {
    const value = this.readByte();
    if (value > 1) throw new SshError('ssh.bad_value', `a boolean is ${value}; 0 and 1 are defined`);
    return value === 1;
  }

  readUint32(): number {
    return this.#view.getUint32(this.#take(4));
  }

  readUint64(): bigint {
    return this.#view.getBigUint64(this.#take(8));
  }

  /** The octets of a `string`. */
  readString(): Uint8Array {
    const length = this.readUint32();
    const start = this.#take(length);
    return this.#bytes.subarray(start, start + length);
  }

  /** A `string` that holds UTF-8 text. NUL is refused: programs in C would see less than was signed. */
  readText(): string {
    const octets = this.readString();
    if (octets.includes(0)) throw new SshError('ssh.bad_value', 'a text holds a NUL');
    try {
      return UTF8.decode(octets);
    } catch (cause) {
      throw new SshError('ssh.bad_value', 'a text is not UTF-8', { cause });
    }
  }

  /** A `string` that holds further values. */
  readNested(): SshReader {
    return new SshReader(this.readString());
  }

  /** The magnitude of an `mpint` that is not negative: big endian, in its shortest form, empty for zero. */
  readMpint(): Uint8Array {
    const octets = this.readString();
    if (octets.length === 0) return octets;
    const [first, second = 0] = octets;
    if (first! >= 0x80) throw new SshError('ssh.bad_value', 'an mpint is negative');
    if (first === 0 && second < 0x80) throw new SshError('ssh.bad_value', 'an mpint is not in its shortest form');
    return first === 0 ? octets.subarray(1) : octets;
  }

  /** Says that nothing may follow. */
  finish(): void {
    if (this.atEnd) return;
    throw new SshError('ssh.trailing_bytes', `${this.left} octets follow where the structure has ended`);
  }

  /** Takes the next `length` octets and returns the offset of the first. */
  #take(length: number): number {
    const start = this.#position;
    if (length > this.#bytes.length - start) {
      throw new SshError('ssh.truncated', `${length} octets are wanted at ${start} of ${this.#bytes.length}`);
    }
    this.#position = start + length;
    return start;
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
