/**
 * A document written anew: each of its objects once and outside of object streams, in the order of their numbers, encrypted in another way
 * where that is asked for.
 */
import { createHmac } from 'node:crypto';
import { piecesOf } from '../../source.ts';
import type { Transform } from '../encryption/object-cipher.ts';
import type { RandomOctets, Security } from '../encryption/security.ts';
import type { PdfFile, PdfObject } from '../file/pdf-file.ts';
import type { XrefEntry } from '../file/xref-table.ts';
import { latin1Bytes } from '../syntax/latin1.ts';
import { PdfDictionary } from '../syntax/values.ts';
import { type NewObject } from './changes.ts';
import { writeObject, writeValue } from './object-writer.ts';
import type { Body } from './update.ts';
import type { WrittenEntry } from './write-xref.ts';

/** Options of a rewritten document. */
export interface Rewriting {
  readonly file: PdfFile;
  /** Such as `1.7`. */
  readonly version: string;
  /** Encryption of what is written; undefined for a document that is not encrypted. */
  readonly security: Security | undefined;
  readonly random: RandomOctets;
  /** Returns whether an object is left out, because the update has it. */
  readonly isChanged: (number: number) => boolean;
}

/** The body, which is written whenever it is asked for and always the same; only places and lengths are kept. */
export async function rewrittenBody(rewriting: Rewriting): Promise<Body> {
  const writer = new BodyWriter(rewriting);
  const { size, entries } = await writer.measure();
  return {
    size,
    pieces: () => writer.pieces(),
    entries: withFree(entries),
    previous: undefined,
    xrefStream: false,
    bias: 0,
  };
}

class BodyWriter {
  readonly #rewriting: Rewriting;
  /** The lengths of streams as they are written. */
  readonly #lengths = new Map<number, number>();
  /** Seed of initialization vectors, so that they are the same each time. */
  readonly #seed: Uint8Array;

  constructor(rewriting: Rewriting) {
    this.#rewriting = rewriting;
    this.#seed = rewriting.random(32);
  }

  async measure(): Promise<{ readonly size: number; readonly entries: readonly WrittenEntry[] }> {
    const entries: [number, XrefEntry][] = [];
    let size = this.#header().length;
    for await (const object of this.#objects()) {
      entries.push([object.number, { type: 'offset', offset: size, generation: object.generation }]);
      if (object.dataOffset !== undefined) this.#lengths.set(object.number, await this.#measureData(object));
      for (const part of this.#around(object)) size += part.length;
      size += this.#lengths.get(object.number) ?? 0;
    }
    return { size, entries };
  }

  async *pieces(): AsyncGenerator<Uint8Array, void, undefined> {
    let gathered: Uint8Array[] = [this.#header()];
    let length = 0;
    for await (const object of this.#objects()) {
      const [before, after] = this.#around(object);
      gathered.push(before);
      if (after.length > 0) {
        yield Buffer.concat(gathered);
        yield* this.#data(object);
        gathered = [after];
        length = 0;
      }
      if ((length += before.length) < PIECE) continue;
      yield Buffer.concat(gathered);
      gathered = [];
      length = 0;
    }
    yield Buffer.concat(gathered);
  }

  #header(): Uint8Array {
    // Octets above 127 tell those who transfer files that this one is not text (ISO 32000-1 §7.5.2).
    return latin1Bytes(`%PDF-${this.#rewriting.version}\n%\u00e2\u00e3\u00cf\u00d3\n`);
  }

  /** Yields the objects of the document without its structure. */
  async *#objects(): AsyncGenerator<PdfObject, void, undefined> {
    const { file, isChanged } = this.#rewriting;
    file.work.renew();
    for (const number of file.index.table.numbers()) {
      if (isChanged(number) || number === file.encryptNumber) continue;
      const object = await file.object(number);
      if (object.value !== null && !isStructure(object)) yield object;
    }
  }

  /** Returns what precedes and follows the data of an object; for one that is not a stream, the whole object and nothing. */
  #around(object: PdfObject): readonly [Uint8Array, Uint8Array] {
    const { number, generation, value, dataOffset } = object;
    const protection = { security: this.#rewriting.security, random: this.#randomOf(number) };
    if (dataOffset === undefined || !(value instanceof PdfDictionary)) {
      const plain: NewObject = { number, generation, value, data: undefined };
      return [writeObject(plain, protection), NOTHING];
    }
    const dictionary = writeValue(object, value.with({ Length: this.#lengths.get(number) ?? 0 }), protection);
    const before = latin1Bytes(`${number} ${generation} obj\n${dictionary}\nstream\n`);
    return [before, latin1Bytes('\nendstream\nendobj\n')];
  }

  async #measureData(object: PdfObject): Promise<number> {
    const { file, security } = this.#rewriting;
    // Only AES changes a length, by a vector and by padding.
    if (file.security === undefined && security === undefined) return file.streamLength(object);
    let length = 0;
    for await (const piece of this.#data(object)) length += piece.length;
    return length;
  }

  async *#data(object: PdfObject): AsyncGenerator<Uint8Array, void, undefined> {
    const { file, security } = this.#rewriting;
    const { value, dataOffset, number } = object;
    const start = dataOffset!;
    const dictionary = value as PdfDictionary;
    const transforms: Transform[] = [];
    if (file.security !== undefined) transforms.push(file.security.streamDecryptor(dictionary, object));
    if (security !== undefined)
      transforms.push(security.streamEncryptor(dictionary, object, this.#randomOf(number, 'data')));
    for await (const piece of piecesOf(file.source, start, start + (await file.streamLength(object)))) {
      file.work.charge(piece.length);
      yield transforms.reduce((data, transform) => transform.update(data), piece);
    }
    for (const [index, transform] of transforms.entries())
      yield transforms.slice(index + 1).reduce((data, next) => next.update(data), transform.final());
  }

  /** Octets for one object that nobody can foresee, and that are the same each time. */
  #randomOf(number: number, purpose = 'strings'): RandomOctets {
    let count = 0;
    return (octets) => {
      count += 1;
      const block = createHmac('sha256', this.#seed).update(`${purpose} ${number} ${count}`).digest();
      return new Uint8Array(block.subarray(0, octets));
    };
  }
}

/** Object streams, whose objects are written on their own, and cross-reference streams. */
function isStructure({ value, dataOffset }: PdfObject): boolean {
  if (dataOffset === undefined || !(value instanceof PdfDictionary)) return false;
  const type = value.name('Type');
  return type === 'ObjStm' || type === 'XRef';
}

/** With the numbers between them, since a table that nobody has updated has no gaps (§7.5.4), unless nearly all would be free. */
function withFree(entries: readonly WrittenEntry[]): readonly WrittenEntry[] {
  const highest = entries.at(-1)?.[0] ?? 0;
  if (highest > 2 * entries.length + MANY_FREE) return entries;
  const all: WrittenEntry[] = [];
  let next = 1;
  for (const entry of entries) {
    for (; next < entry[0]; next += 1) all.push([next, { type: 'free' }]);
    all.push(entry);
    next = entry[0] + 1;
  }
  return all;
}

const NOTHING = new Uint8Array(0);
const PIECE = 0x1_0000;
const MANY_FREE = 10_000;
