/** Reads objects at places of a file, of which only a part is ever in memory. */
import type { DocumentSource } from '../../source.ts';
import { PdfError } from '../errors.ts';
import { Lexer } from '../syntax/lexer.ts';
import { WorkLeft } from '../syntax/work-left.ts';

/** The result of reading at a place, and where it ended. */
export interface Parsed<T> {
  readonly value: T;
  /** In the file. */
  readonly end: number;
}

export class PartReader {
  readonly source: DocumentSource;
  /** Budget of all reading of the file. */
  readonly work: WorkLeft;
  /** The part that was read last; objects that follow each other are in the same part. */
  #part: { readonly start: number; readonly bytes: Uint8Array } = { start: 0, bytes: new Uint8Array(0) };

  constructor(source: DocumentSource) {
    this.source = source;
    this.work = new WorkLeft(source);
  }

  /**
   * Returns what `parse` makes of the tokens from `offset` on. It runs again, with more of the file, when what it was given was too little.
   *
   * @throws {@link PdfError} `pdf.bad_syntax` for an offset outside of the file, `pdf.too_large` when 16 MiB are not enough, or no
   *   work is left
   */
  async parseAt<T>(offset: number, parse: (lexer: Lexer) => T): Promise<Parsed<T>> {
    const { size } = this.source;
    if (!(offset >= 0 && offset < size)) throw new PdfError('pdf.bad_syntax', `an offset outside of the file`);
    this.work.charge(OBJECT_COST);
    await this.work.takeTurns();
    const { start, bytes } = this.#part;
    if (offset >= start && offset < start + bytes.length) {
      const found = this.#attempt(bytes, start, offset, parse);
      if (found !== undefined) return found;
    }
    const isNear = offset >= start && offset <= start + bytes.length + FIRST_PART;
    for (let length = isNear ? FIRST_PART : FAR_PART; ; length *= 4) {
      const bytes = await this.source.read(offset, Math.min(length, size - offset));
      this.work.charge(bytes.length >> 5);
      this.#part = { start: offset, bytes };
      const found = this.#attempt(bytes, offset, offset, parse);
      if (found !== undefined) return found;
      if (length >= MAX_PART) throw new PdfError('pdf.too_large', `an object of more than ${MAX_PART} octets`);
    }
  }

  /** Undefined when the part ended too early. */
  #attempt<T>(bytes: Uint8Array, start: number, offset: number, parse: (lexer: Lexer) => T): Parsed<T> | undefined {
    const isLast = start + bytes.length === this.source.size;
    const lexer = new Lexer(bytes, offset - start, this.work);
    try {
      const value = parse(lexer);
      return lexer.ranOut && !isLast ? undefined : { value, end: start + lexer.at };
    } catch (error) {
      if (error instanceof PdfError && error.code !== 'pdf.too_large' && lexer.ranOut && !isLast) return undefined;
      throw error;
    }
  }
}

/** Size of the first read for an object near the last one, which others may follow; an object elsewhere may stand alone. */
const FIRST_PART = 0x1_0000;
const FAR_PART = 0x4000;
const MAX_PART = 0x100_0000;
/** Cost of looking for an object, however short. */
export const OBJECT_COST = 256;
