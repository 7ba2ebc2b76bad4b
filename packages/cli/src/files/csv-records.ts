/** Comma-separated values (RFC 4180), read piece by piece. */
import { FileError } from '../errors.ts';
import { printable } from '../terminal/output.ts';

/** One record of a file. */
export interface CsvRecord {
  /** Number of the line on which it begins, counted from 1. */
  readonly line: number;
  readonly fields: readonly string[];
}

/**
 * Reads records of UTF-8 text, with or without a byte order mark. Lines end with CRLF or LF, quoted fields may hold both, and empty lines are
 * passed over.
 *
 * @param file - for messages
 * @throws {@link FileError} `cli.file_unusable` at the first octet that is not as it has to be, with its line. No message holds what is in the file.
 */
export async function* readCsvRecords(file: string, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRecord> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = new RecordReader(file);
  for await (const piece of pieces) yield* reader.read(decoded(reader, () => decoder.decode(piece, { stream: true })));
  yield* reader.read(decoded(reader, () => decoder.decode()));
  yield* reader.end();
}

/** Writes one record, with its line end. Fields are quoted where they have to be. */
export function formatCsvRecord(fields: readonly string[]): string {
  const quoted = fields.map((field) => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field));
  return `${quoted.join(',')}\n`;
}

/**
 * Returns a text from elsewhere as a spreadsheet takes it for text, not for a formula, and on one line. One that was treated so before stays as
 * it is.
 */
export function plainCell(text: string): string {
  const line = printable(text);
  return /^[=+\-@]/.test(line) ? `'${line}` : line;
}

/** Most UTF-16 code units of a record. */
export const MOST_IN_RECORD = 200_000;

/** Most fields of a record. */
const MOST_FIELDS = 1000;

/** Position of the reader within a record. */
type Place =
  /** at the beginning of a field */
  | 'begin'
  | 'plain'
  | 'quoted'
  /** behind a quote within a quoted field: its end, or the first of two */
  | 'quote'
  /** behind a carriage return outside quotes */
  | 'return';

class RecordReader {
  readonly #file: string;
  #place: Place = 'begin';
  #line = 1;
  #recordLine = 1;
  #fields: string[] = [];
  #field = '';
  #length = 0;
  /** True when the record has a quote, so that it is not an empty line. */
  #quoted = false;

  constructor(file: string) {
    this.#file = file;
  }

  /** Reads the next piece of text, and returns the records that end in it. */
  *read(text: string): Generator<CsvRecord> {
    for (let at = 0; at < text.length;) {
      const end = this.#run(text, at);
      if (end > at) {
        this.#append(text.slice(at, end));
        at = end;
        continue;
      }
      const record = this.#take(text[at]!);
      if (record !== undefined) yield record;
      at++;
    }
  }

  /** Returns the last record, when no line end is behind it. */
  *end(): Generator<CsvRecord> {
    if (this.#place === 'quoted')
      throw this.problem(`the quoted field that begins in the record of line ${this.#recordLine} does not end`);
    if (this.#place === 'return') throw this.problem(BARE_RETURN);
    const record = this.#endRecord();
    if (record !== undefined) yield record;
  }

  problem(what: string): FileError {
    return new FileError('cli.file_unusable', `${this.#file}, line ${this.#line}: ${what}`);
  }

  /** Returns where the characters end that are taken as they are. */
  #run(text: string, from: number): number {
    if (this.#place === 'quote' || this.#place === 'return') return from;
    const stops = this.#place === 'quoted' ? IN_QUOTES : OUTSIDE;
    stops.lastIndex = from;
    return stops.exec(text)?.index ?? text.length;
  }

  #append(text: string): void {
    if (this.#place === 'begin') this.#place = 'plain';
    this.#length += text.length;
    if (this.#length > MOST_IN_RECORD)
      throw this.problem(
        `the record of line ${this.#recordLine} is longer than ${MOST_IN_RECORD} characters; is a quote missing?`,
      );
    this.#field += text;
  }

  #take(character: string): CsvRecord | undefined {
    if (this.#place === 'quoted') return this.#takeQuoted(character);
    if (this.#place === 'return' && character !== '\n') throw this.problem(BARE_RETURN);
    switch (character) {
      case ',':
        this.#endField();
        return undefined;
      case '\n':
        return this.#endLine();
      case '\r':
        this.#place = 'return';
        return undefined;
      case '"':
        return this.#takeQuote();
      default:
        throw this.problem('text stands behind the quote that ends a field; a quote within a field is written twice');
    }
  }

  #takeQuoted(character: string): undefined {
    if (character === '"') {
      this.#place = 'quote';
      return;
    }
    this.#append(character);
    this.#line++;
  }

  #takeQuote(): undefined {
    if (this.#place === 'plain')
      throw this.problem(
        'a quote stands within a field that does not begin with one; put the field in quotes, and write the quote twice',
      );
    if (this.#place === 'quote') {
      this.#place = 'quoted';
      this.#append('"');
      return;
    }
    this.#place = 'quoted';
    this.#quoted = true;
  }

  #endLine(): CsvRecord | undefined {
    const record = this.#endRecord();
    this.#line++;
    this.#recordLine = this.#line;
    return record;
  }

  #endField(): void {
    if (this.#fields.length >= MOST_FIELDS) throw this.problem(`there are more than ${MOST_FIELDS} fields`);
    this.#fields.push(this.#field);
    this.#field = '';
    this.#length++;
    this.#place = 'begin';
  }

  #endRecord(): CsvRecord | undefined {
    const isEmpty = this.#fields.length === 0 && this.#field === '' && !this.#quoted;
    const record = { line: this.#recordLine, fields: this.#fields };
    if (!isEmpty) this.#endField();
    this.#fields = [];
    this.#length = 0;
    this.#quoted = false;
    this.#place = 'begin';
    return isEmpty ? undefined : record;
  }
}

function decoded(reader: RecordReader, decode: () => string): string {
  try {
    return decode();
  } catch {
    throw reader.problem('on it, or behind it, are octets that are not UTF-8; save the file as UTF-8');
  }
}

const BARE_RETURN = 'a carriage return stands alone; lines end with CRLF or LF';
/** Characters that mean something in a quoted field; a line feed is counted. */
const IN_QUOTES = /["\n]/g;
const OUTSIDE = /[",\r\n]/g;
