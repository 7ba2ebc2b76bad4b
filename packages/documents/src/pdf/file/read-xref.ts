/** The cross-reference sections of a file, from the newest to the oldest (ISO 32000-1 §7.5.4 to §7.5.8). */
import { PdfError } from '../errors.ts';
import { Keyword, type Lexer } from '../syntax/lexer.ts';
import { latin1 } from '../syntax/latin1.ts';
import { expectInteger, parseValue } from '../syntax/parser.ts';
import { integerOf, isArray, PdfDictionary } from '../syntax/values.ts';
import { decodeStream } from './filters.ts';
import { readIndirectObject, readStreamData } from './indirect-object.ts';
import type { PartReader } from './part-reader.ts';
import { XrefTable } from './xref-table.ts';

/** Positions of all objects. */
export interface FileIndex {
  readonly table: XrefTable;
  /** Trailer of the newest section. */
  readonly trailer: PdfDictionary;
  /** The offset of the newest section as the file writes it; undefined when the sections cannot be used. */
  readonly startXref: number | undefined;
  /** True when the newest section is a stream. */
  readonly isStream: boolean;
  /** Number to add to every offset in the file: octets before its header that it does not count. */
  readonly bias: number;
}

/**
 * Reads all sections.
 *
 * @param bias - what to add to offsets
 * @throws {@link PdfError} `pdf.bad_syntax`, `pdf.damaged`, and whatever else makes them unusable
 */
export async function readXref(reader: PartReader, bias: number): Promise<FileIndex> {
  const startXref = await findStartXref(reader);
  const table = new XrefTable(reader.work);
  const { trailer, isStream } = await new SectionReader(reader, table, bias).readAll(startXref);
  return { table, trailer, startXref, isStream, bias };
}

/** The number behind the last `startxref`. */
async function findStartXref({ source }: PartReader): Promise<number> {
  const length = Math.min(END_SEARCHED, source.size);
  const text = latin1(await source.read(source.size - length, length));
  const found = /^startxref[\0\t\n\f\r ]{1,20}(\d{1,15})/.exec(text.slice(Math.max(0, text.lastIndexOf('startxref'))));
  if (found === null) throw new PdfError('pdf.damaged', 'no startxref at the end');
  return Number(found[1]);
}

interface Section {
  readonly trailer: PdfDictionary;
  readonly isStream: boolean;
}

class SectionReader {
  readonly #reader: PartReader;
  readonly #table: XrefTable;
  readonly #bias: number;

  constructor(reader: PartReader, table: XrefTable, bias: number) {
    this.#reader = reader;
    this.#table = table;
    this.#bias = bias;
  }

  /** Follows the sections from the newest one and returns that one. */
  async readAll(startXref: number): Promise<Section> {
    const visited = new Set<number>();
    let newest: Section | undefined;
    for (let at: number | undefined = startXref; at !== undefined;) {
      if (visited.has(at)) throw new PdfError('pdf.damaged', 'the cross-reference sections form a loop');
      if (visited.size >= MAX_SECTIONS) throw new PdfError('pdf.too_large', `more than ${MAX_SECTIONS} sections`);
      visited.add(at);
      const section = await this.#section(at);
      newest ??= section;
      // A hybrid file keeps what older readers are not to see in a stream beside the table (§7.5.8.4).
      const beside = section.isStream ? undefined : integerOf(section.trailer.get('XRefStm'));
      if (beside !== undefined && !visited.has(beside)) {
        visited.add(beside);
        await this.#stream(beside);
      }
      at = integerOf(section.trailer.get('Prev'));
    }
    return newest!;
  }

  async #section(offset: number): Promise<Section> {
    const at = offset + this.#bias;
    const { value: first, end } = await this.#reader.parseAt(at, (lexer) => lexer.next());
    if (first instanceof Keyword && first.word === 'xref')
      return { trailer: await this.#sections(end), isStream: false };
    return { trailer: await this.#stream(offset), isStream: true };
  }

  /** Reads the subsections of a table and the trailer behind them. */
  async #sections(start: number): Promise<PdfDictionary> {
    for (let at = start; ;) {
      const { value: header, end } = await this.#reader.parseAt(at, parseSubsectionHeader);
      if (header.trailer !== undefined) return header.trailer;
      at = await this.#entries(end, header);
    }
  }

  /** Reads the entries of a subsection in pieces and returns where they end. */
  async #entries(
    offset: number,
    { first, count }: { readonly first: number; readonly count: number },
  ): Promise<number> {
    const { source, work } = this.#reader;
    let at = offset;
    let start = first;
    for (let done = 0; done < count;) {
      const text = latin1(await source.read(at, Math.min(ENTRIES_PIECE, source.size - at)));
      const pattern = new RegExp(ENTRY);
      const before = done;
      let used = 0;
      for (let found = pattern.exec(text); found !== null; found = done < count ? pattern.exec(text) : null) {
        const [, position = '', generation = '', type] = found;
        const isFree = type === 'f' || Number(position) === 0;
        // Some writers count from 1 although their first entry is that of object 0.
        if (done === 0 && start === 1 && isFree && Number(generation) === FREE_GENERATION) start = 0;
        if (isFree) this.#table.add(start + done, { type: 'free' });
        else this.#addOffset(start + done, Number(position), Number(generation));
        done += 1;
        used = pattern.lastIndex;
      }
      if (used === 0) throw new PdfError('pdf.bad_syntax', 'an entry of a cross-reference table is unreadable');
      at += used;
      work.charge(ENTRY_COST * (done - before));
      await work.takeTurns();
    }
    return at;
  }

  /** Reads a cross-reference stream and returns its dictionary, which is the trailer too (§7.5.8). */
  async #stream(offset: number): Promise<PdfDictionary> {
    const { value: dictionary, dataOffset } = await readIndirectObject(this.#reader, offset + this.#bias);
    if (dataOffset === undefined || !(dictionary instanceof PdfDictionary) || dictionary.name('Type') !== 'XRef')
      throw new PdfError('pdf.damaged', 'neither a cross-reference table nor a stream of one where one has to stand');
    const data = await readStreamData(this.#reader, dataOffset, dictionary.get('Length'));
    await this.#addEntries(dictionary, await decodeStream(dictionary, data, this.#reader.work));
    return dictionary;
  }

  async #addEntries(dictionary: PdfDictionary, data: Uint8Array): Promise<void> {
    const [typeWidth, firstWidth, secondWidth] = fieldWidths(dictionary);
    const size = typeWidth + firstWidth + secondWidth;
    const index = integers(dictionary, 'Index') ?? [0, integerOf(dictionary.get('Size')) ?? 0];
    const fields = new FieldReader(data);
    const { work } = this.#reader;
    for (let pair = 0, count = 1; pair + 1 < index.length; pair += 2) {
      const start = index[pair]!;
      for (let number = start; number < start + index[pair + 1]! && fields.left >= size; number += 1, count += 1) {
        work.charge(ENTRY_COST);
        if (count % MANY_ENTRIES === 0) await work.takeTurns();
        const type = typeWidth === 0 ? 1 : fields.take(typeWidth);
        const first = fields.take(firstWidth);
        const second = fields.take(secondWidth);
        if (type === 0) this.#table.add(number, { type: 'free' });
        else if (type === 1) this.#addOffset(number, first, second);
        else if (type === 2) this.#table.add(number, { type: 'compressed', stream: first, index: second });
      }
    }
  }

  #addOffset(number: number, offset: number, generation: number): void {
    this.#table.add(number, { type: 'offset', offset: offset + this.#bias, generation });
  }
}

function fieldWidths(dictionary: PdfDictionary): readonly [number, number, number] {
  const [type, first, second, ...more] = integers(dictionary, 'W') ?? [];
  if (type === undefined || first === undefined || second === undefined || more.length > 0)
    throw new PdfError('pdf.bad_syntax', 'a cross-reference stream without the widths of its three fields');
  if (type + first + second === 0 || Math.max(type, first, second) > MAX_WIDTH)
    throw new PdfError('pdf.bad_syntax', 'a cross-reference stream with fields of no octets, or of too many');
  return [type, first, second];
}

type SubsectionHeader =
  | { readonly trailer: PdfDictionary }
  | { readonly trailer: undefined; readonly first: number; readonly count: number };

function parseSubsectionHeader(lexer: Lexer): SubsectionHeader {
  const start = lexer.at;
  const token = lexer.next();
  if (token instanceof Keyword && token.word === 'trailer') {
    const trailer = parseValue(lexer);
    if (trailer instanceof PdfDictionary) return { trailer };
    throw new PdfError('pdf.bad_syntax', 'the trailer is not a dictionary');
  }
  lexer.seek(start);
  return { trailer: undefined, first: expectInteger(lexer), count: expectInteger(lexer) };
}

/** Reads numbers of some octets, the most significant first. */
class FieldReader {
  readonly #data: Uint8Array;
  #at = 0;

  constructor(data: Uint8Array) {
    this.#data = data;
  }

  get left(): number {
    return this.#data.length - this.#at;
  }

  take(width: number): number {
    let value = 0;
    for (let octet = 0; octet < width; octet += 1) value = value * 256 + this.#data[this.#at + octet]!;
    this.#at += width;
    return value;
  }
}

function integers(dictionary: PdfDictionary, key: string): readonly number[] | undefined {
  const value = dictionary.get(key);
  if (value === null) return undefined;
  const numbers = isArray(value) ? value.map((element) => integerOf(element)) : [undefined];
  if (numbers.every((one) => one !== undefined)) return numbers;
  throw new PdfError('pdf.bad_syntax', `${key} of a cross-reference stream is not a list of whole numbers`);
}

const ENTRY = /[\0\t\n\f\r ]{0,8}(\d{1,15})[\t ]{1,8}(\d{1,10})[\t ]{1,8}([nf])/y;
const FREE_GENERATION = 65_535;
const ENTRIES_PIECE = 0x1_0000;
const ENTRY_COST = 32;
const MANY_ENTRIES = 0x8000;
/** Rubbish behind the end of a file is overlooked up to here. */
const END_SEARCHED = 2048;
const MAX_SECTIONS = 4096;
const MAX_WIDTH = 8;
