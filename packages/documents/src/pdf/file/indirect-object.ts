/** Indirect objects where they stand in a file (ISO 32000-1 §7.3.10), and streams (§7.3.8). */
import { PdfError } from '../errors.ts';
import { Keyword, type Lexer } from '../syntax/lexer.ts';
import { latin1 } from '../syntax/latin1.ts';
import { expectInteger, expectKeyword, parseValue } from '../syntax/parser.ts';
import { integerOf, PdfDictionary, type PdfValue } from '../syntax/values.ts';
import { MAX_STREAM } from './filters.ts';
import type { PartReader } from './part-reader.ts';

/** An object as it stands in the file: its strings are not deciphered. */
export interface IndirectObject {
  readonly number: number;
  readonly generation: number;
  readonly value: PdfValue;
  /** Offset of the data, when it is a stream. */
  readonly dataOffset: number | undefined;
}

/** Reads the object at `offset`. @throws {@link PdfError} `pdf.bad_syntax`, `pdf.too_deep`, `pdf.too_large` */
export async function readIndirectObject(reader: PartReader, offset: number): Promise<IndirectObject> {
  const { value, end } = await reader.parseAt(offset, parseIndirectObject);
  const { isStream, ...object } = value;
  return { ...object, dataOffset: isStream ? end : undefined };
}

/**
 * Counts the octets of the stream's data: as many as `Length` says when `endstream` follows them, otherwise as many as there are
 * before the next `endstream`.
 *
 * @param length - the entry `Length`, which may be wrong
 * @throws {@link PdfError} `pdf.damaged` without an `endstream`
 */
export async function streamLength(reader: PartReader, dataOffset: number, length: PdfValue): Promise<number> {
  const { source } = reader;
  const said = integerOf(length);
  if (said !== undefined && dataOffset + said <= source.size) {
    const behind = dataOffset + said;
    const text = latin1(await source.read(behind, Math.min(END_SEARCHED, source.size - behind)));
    if (/^[\0\t\n\f\r ]*endstream/.test(text)) return said;
  }
  return findEnd(reader, dataOffset);
}

/** Reads the data of a stream that is to be decoded. @throws {@link PdfError} `pdf.damaged`, `pdf.too_large` */
export async function readStreamData(reader: PartReader, dataOffset: number, length: PdfValue): Promise<Uint8Array> {
  const octets = await streamLength(reader, dataOffset, length);
  if (octets > MAX_STREAM) throw new PdfError('pdf.too_large', `a stream of more than ${MAX_STREAM} octets`);
  reader.work.charge(octets);
  return reader.source.read(dataOffset, octets);
}

async function findEnd({ source, work }: PartReader, dataOffset: number): Promise<number> {
  for (let at = dataOffset; at < source.size; at += PIECE) {
    const length = Math.min(PIECE + END.length, source.size - at);
    await work.takeTurns();
    const found = Buffer.from(await source.read(at, length)).indexOf(END);
    work.charge(found === -1 ? length : found);
    if (found === -1) continue;
    const end = at + found;
    const before = latin1(await source.read(Math.max(dataOffset, end - 2), end - Math.max(dataOffset, end - 2)));
    const lineEnd = /(?:\r\n|\n|\r)$/.exec(before)?.[0].length ?? 0;
    return end - lineEnd - dataOffset;
  }
  throw new PdfError('pdf.damaged', 'a stream has no end');
}

function parseIndirectObject(lexer: Lexer): Omit<IndirectObject, 'dataOffset'> & { readonly isStream: boolean } {
  const number = expectInteger(lexer);
  const generation = expectInteger(lexer);
  expectKeyword(lexer, 'obj');
  const value = parseValue(lexer);
  const isStream = value instanceof PdfDictionary && nextIs(lexer, 'stream');
  if (isStream) lexer.skipLineEnd();
  return { number, generation, value, isStream };
}

function nextIs(lexer: Lexer, word: string): boolean {
  try {
    const token = lexer.next();
    return token instanceof Keyword && token.word === word;
  } catch (error) {
    if (error instanceof PdfError) return false;
    throw error;
  }
}

const END = 'endstream';
const END_SEARCHED = 32;
const PIECE = 0x4_0000;
