/** Writes the data types of SSH (RFC 4251 §5). All methods return the writer. */
import { concatenate } from '../certificate/signed.ts';

export class SshWriter {
  readonly #parts: Uint8Array[] = [];
  #length = 0;

  /** Appends octets that are encoded already. */
  raw(bytes: Uint8Array): this {
    this.#parts.push(bytes);
    this.#length += bytes.length;
    return this;
  }

  byte(value: number): this {
    return this.raw(Uint8Array.of(value));
  }

  boolean(value: boolean): this {
    return this.byte(value ? 1 : 0);
  }

  uint32(value: number): this {
    const octets = new Uint8Array(4);
    new DataView(octets.buffer).setUint32(0, value);
    return this.raw(octets);
  }

  uint64(value: bigint): this {
    const octets = new Uint8Array(8);
    new DataView(octets.buffer).setBigUint64(0, value);
    return this.raw(octets);
  }

  string(bytes: Uint8Array): this {
    return this.uint32(bytes.length).raw(bytes);
  }

  /** A `string` of UTF-8 text. */
  text(text: string): this {
    return this.string(UTF8.encode(text));
  }

  /** An `mpint` from a big-endian magnitude; leading zeros are dropped. */
  mpint(magnitude: Uint8Array): this {
    let start = 0;
    while (start < magnitude.length && magnitude[start] === 0) start++;
    const trimmed = magnitude.subarray(start);
    if (trimmed.length === 0 || trimmed[0]! < 0x80) return this.string(trimmed);
    return this.uint32(trimmed.length + 1)
      .byte(0)
      .raw(trimmed);
  }

  /** A `string` around what `write` appends. */
  nested(write: (writer: SshWriter) => void): this {
    const inner = new SshWriter();
    write(inner);
    this.uint32(inner.#length);
    for (const part of inner.#parts) this.raw(part);
    return this;
  }

  /** Returns what was written, in one array. */
  finish(): Uint8Array {
    return concatenate(this.#parts);
  }
}

/** Encodes one structure: `writeSsh((writer) => writer.text('ssh-ed25519').string(key))`. */
export function writeSsh(write: (writer: SshWriter) => void): Uint8Array {
  const writer = new SshWriter();
  write(writer);
  return writer.finish();
}

const UTF8 = new TextEncoder();
