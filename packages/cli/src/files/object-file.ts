/** Reading of objects from files in PEM or DER, one after the other and in chunks: a CRL may be larger than memory. */
import { open } from 'node:fs/promises';
import { FileError } from '../errors.ts';
import { unreadable } from './file-errors.ts';

/** Takes the objects of a file. */
export interface ObjectTaker {
  /**
   * An object begins.
   *
   * @param label - of its PEM block; undefined in DER
   * @returns what takes its octets; undefined to pass over it
   */
  begin(label: string | undefined): OctetTaker | undefined;
}

/** Takes the octets of one object. */
export interface OctetTaker {
  /** Chunks of any size, in order. They are the taker's. */
  update(octets: Uint8Array): void;
  end(): void;
}

/**
 * Reads a file. It is PEM where it has the beginning of a block in its first 64 KiB, and DER otherwise.
 *
 * @throws {@link FileError} `cli.file_unreadable`, `cli.file_unusable` for PEM that is damaged
 */
export async function readObjects(file: string, taker: ObjectTaker): Promise<void> {
  let form: { update(octets: Uint8Array): void; end(): void } | undefined;
  for await (const chunk of chunksOf(file)) {
    form ??= isPem(chunk) ? new PemObjects(file, taker) : derObject(taker);
    form.update(chunk);
  }
  (form ?? derObject(taker)).end();
}

async function* chunksOf(file: string): AsyncGenerator<Uint8Array, void, void> {
  try {
    const handle = await open(file, 'r');
    try {
      for (;;) {
        const chunk = await fullChunk((buffer, at) => handle.read(buffer, at, buffer.length - at));
        if (chunk.length > 0) yield chunk;
        if (chunk.length < CHUNK_OCTETS) return;
      }
    } finally {
      await handle.close();
    }
  } catch (cause) {
    if (!(cause instanceof Error) || !('syscall' in cause)) throw cause;
    throw unreadable(file, cause);
  }
}

/** Reads as much as a chunk holds, or to the end: a pipe gives less at a time. */
async function fullChunk(
  read: (buffer: Uint8Array, at: number) => Promise<{ readonly bytesRead: number }>,
): Promise<Uint8Array> {
  const buffer = new Uint8Array(CHUNK_OCTETS);
  let length = 0;
  while (length < buffer.length) {
    const { bytesRead } = await read(buffer, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return buffer.subarray(0, length);
}

function isPem(head: Uint8Array): boolean {
  const text = Buffer.from(head.buffer, head.byteOffset, head.length).toString('latin1');
  const begin = text.indexOf(BEGIN);
  // DER may have the words within a text of its own; what stands before a block of PEM is text.
  return begin >= 0 && !/[^\t\r\n\x20-\x7e\x80-\xff]/.test(text.slice(0, begin));
}

function derObject(taker: ObjectTaker) {
  return taker.begin(undefined) ?? { update: () => {}, end: () => {} };
}

/** Blocks of PEM (RFC 7468), line by line. */
class PemObjects {
  readonly #file: string;
  readonly #taker: ObjectTaker;
  #line = '';
  #lines = 0;
  #label: string | undefined;
  #octets: OctetTaker | undefined;
  /** Digits of Base64 that do not fill three octets yet. */
  #digits = '';

  constructor(file: string, taker: ObjectTaker) {
    this.#file = file;
    this.#taker = taker;
  }

  update(octets: Uint8Array): void {
    const text = this.#line + Buffer.from(octets.buffer, octets.byteOffset, octets.length).toString('latin1');
    const lines = text.split('\n');
    this.#line = lines.pop() ?? '';
    if (this.#line.length > MAX_LINE) this.#refuse(`has a line of more than ${MAX_LINE} characters`);
    for (const line of lines) this.#read(line.trim());
  }

  end(): void {
    this.#read(this.#line.trim());
    if (this.#label !== undefined) this.#refuse(`ends within the block ${this.#label}`);
  }

  #read(line: string): void {
    this.#lines += 1;
    const [, edge, label] = /^-----(BEGIN|END) ([\x21-\x7e][\x20-\x7e]{0,99})-----$/.exec(line) ?? [];
    if (edge === 'BEGIN') this.#begin(label!);
    else if (edge === 'END') this.#end(label!);
    else if (this.#label !== undefined) this.#decode(line);
  }

  #begin(label: string): void {
    if (this.#label !== undefined) this.#refuse(`has a block ${label} within the block ${this.#label}`);
    this.#label = label;
    this.#octets = this.#taker.begin(label);
    this.#digits = '';
  }

  #end(label: string): void {
    if (label !== this.#label) this.#refuse(`ends the block ${label} in line ${this.#lines}, which has not begun`);
    if (this.#octets !== undefined && this.#digits !== '') this.#refuse(`has a block ${label} whose Base64 is cut off`);
    this.#octets?.end();
    this.#label = undefined;
    this.#octets = undefined;
  }

  #decode(line: string): void {
    if (this.#octets === undefined) return;
    if (!/^[A-Za-z\d+/]*={0,2}$/.test(line)) this.#refuse(`has something else than Base64 in line ${this.#lines}`);
    const digits = this.#digits + line;
    if (this.#digits.endsWith('=') && line !== '')
      this.#refuse(`goes on in line ${this.#lines}, where its Base64 has ended`);
    const whole = digits.length - (digits.length % 4);
    this.#digits = digits.slice(whole);
    if (whole > 0) this.#octets.update(new Uint8Array(Buffer.from(digits.slice(0, whole), 'base64')));
  }

  #refuse(problem: string): never {
    throw new FileError('cli.file_unusable', `${this.#file} ${problem}`);
  }
}

const BEGIN = '-----BEGIN ';
const CHUNK_OCTETS = 64 * 1024;
const MAX_LINE = 64 * 1024;
