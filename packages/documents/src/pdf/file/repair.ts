/** Finds the objects of a file whose cross-reference sections cannot be used: by looking at all of it. */
import type { DocumentSource } from '../../source.ts';
import { PdfError } from '../errors.ts';
import { latin1 } from '../syntax/latin1.ts';
import { parseValue } from '../syntax/parser.ts';
import { PdfDictionary } from '../syntax/values.ts';
import { readIndirectObject } from './indirect-object.ts';
import type { PartReader } from './part-reader.ts';
import type { FileIndex } from './read-xref.ts';
import { XrefTable } from './xref-table.ts';

/** Result of a search. */
export interface FoundFile extends FileIndex {
  /** The object streams, in the order of the file; their objects are not in the table. */
  readonly objectStreams: readonly number[];
}

/** An object that begins in the file. */
export interface ObjectStart {
  readonly number: number;
  readonly generation: number;
  readonly offset: number;
}

/**
 * Searches the file. Of objects with one number the last one counts, of trailers too.
 *
 * @throws {@link PdfError} `pdf.damaged` when no catalog is found, `pdf.too_large`
 */
export async function searchFile(reader: PartReader): Promise<FoundFile> {
  const table = new XrefTable(reader.work);
  let trailer = new PdfDictionary({});
  const objectStreams = new Set<number>();
  for await (const found of marksOf(reader.source)) {
    if (found.type === 'trailer') trailer = merged(trailer, await readTrailer(reader, found.end));
    else {
      const { number, generation, offset } = found;
      const value = await readDictionary(reader, offset);
      table.set(number, { type: 'offset', offset, generation });
      objectStreams.delete(number);
      if (value?.name('Type') === 'ObjStm') objectStreams.add(number);
      if (value?.name('Type') === 'XRef') trailer = merged(trailer, value);
    }
  }
  if (trailer.get('Root') === null) throw new PdfError('pdf.damaged', 'no trailer that names the catalog is found');
  return {
    table,
    trailer,
    startXref: undefined,
    isStream: objectStreams.size > 0,
    bias: 0,
    objectStreams: [...objectStreams],
  };
}

/** Yields the positions at which objects begin, in the order of the file; within streams too, which nobody can tell from the outside. */
export async function* objectStarts(source: DocumentSource): AsyncGenerator<ObjectStart, void, undefined> {
  for await (const found of marksOf(source)) if (found.type === 'object') yield found;
}

type Mark = ({ readonly type: 'object' } & ObjectStart) | { readonly type: 'trailer'; readonly end: number };

async function* marksOf(source: DocumentSource): AsyncGenerator<Mark, void, undefined> {
  let count = 0;
  for (let at = 0; at < source.size; at += PIECE) {
    // The octet before tells whether a number begins with the piece.
    const from = Math.max(0, at - 1);
    const text = latin1(await source.read(from, Math.min(at + PIECE + OVERLAP, source.size) - from));
    for (const { 0: all, 1: number, 2: generation, index } of text.matchAll(MARK)) {
      const offset = from + index;
      if (offset < at) continue;
      // An object that begins in the overlap is found again at the beginning of the next piece.
      if (offset >= at + PIECE) break;
      if ((count += 1) > MAX_FOUND)
        throw new PdfError('pdf.too_large', `more than ${MAX_FOUND} objects in a file that is searched`);
      if (number === undefined) yield { type: 'trailer', end: offset + all.length };
      else yield { type: 'object', number: Number(number), generation: Number(generation), offset };
    }
  }
}

async function readTrailer(reader: PartReader, offset: number): Promise<PdfDictionary | undefined> {
  const found = await readable(reader, () => reader.parseAt(offset, parseValue));
  return found?.value instanceof PdfDictionary ? found.value : undefined;
}

async function readDictionary(reader: PartReader, offset: number): Promise<PdfDictionary | undefined> {
  const object = await readable(reader, () => readIndirectObject(reader, offset));
  return object?.value instanceof PdfDictionary ? object.value : undefined;
}

/** Undefined for what cannot be read: one damaged object leaves the others, as long as there is work left for them. */
async function readable<T>({ work }: PartReader, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof PdfError && !work.isSpent) return undefined;
    throw error;
  }
}

/** The entries that count: of the last trailer that has each. */
function merged(trailer: PdfDictionary, later: PdfDictionary | undefined): PdfDictionary {
  const entries = new Map(trailer.entries);
  for (const key of ['Root', 'Info', 'ID', 'Encrypt']) {
    const value = later?.get(key) ?? null;
    if (value !== null) entries.set(key, value);
  }
  return new PdfDictionary(entries);
}

/** An object stands at the beginning of a line, or behind the end of another one. */
const MARK =
  /(?<![0-9A-Za-z])(\d{1,7})[\0\t\n\f\r ]{1,8}(\d{1,5})[\0\t\n\f\r ]{1,8}obj(?![A-Za-z])|trailer(?=[\0\t\n\f\r ]{0,8}<<)/g;
const PIECE = 0x4_0000;
const OVERLAP = 64;
const MAX_FOUND = 1_000_000;
