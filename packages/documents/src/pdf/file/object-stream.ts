/** The objects that stand in one stream (ISO 32000-1 §7.5.7), each of which is read when it is asked for. */
import { Lexer } from '../syntax/lexer.ts';
import { expectInteger, parseValue } from '../syntax/parser.ts';
import { integerOf, type PdfDictionary, type PdfValue } from '../syntax/values.ts';
import type { WorkLeft } from '../syntax/work-left.ts';

export class ObjectStream {
  readonly #data: Uint8Array;
  readonly #work: WorkLeft;
  /** Offset of each object, by number. */
  readonly #starts = new Map<number, number>();

  /**
   * @param dictionary - the stream's
   * @param data - decoded
   * @throws {@link PdfError} `pdf.bad_syntax`, `pdf.too_large`
   */
  constructor(dictionary: PdfDictionary, data: Uint8Array, work: WorkLeft) {
    this.#data = data;
    this.#work = work;
    const count = integerOf(dictionary.get('N')) ?? 0;
    const first = integerOf(dictionary.get('First')) ?? 0;
    const header = new Lexer(data, 0, work);
    for (let index = 0; index < count && header.at < first; index += 1) {
      const number = expectInteger(header);
      header.charge(START_OCTETS);
      this.#starts.set(number, first + expectInteger(header));
    }
  }

  /** Numbers of its objects, in the order in which it names them. */
  get numbers(): Iterable<number> {
    return this.#starts.keys();
  }

  /** The memory that it takes. */
  get octets(): number {
    return this.#data.length + START_OCTETS * this.#starts.size;
  }

  /** The object of a number; null when there is none. @throws {@link PdfError} `pdf.bad_syntax`, `pdf.too_deep`, `pdf.too_large` */
  value(number: number): PdfValue {
    const start = this.#starts.get(number);
    return start === undefined ? null : parseValue(new Lexer(this.#data, start, this.#work));
  }
}

/** Memory that an entry of a map takes. */
const START_OCTETS = 64;
