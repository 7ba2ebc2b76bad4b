/** Tokens into objects (ISO 32000-1 §7.3). */
import { PdfError } from '../errors.ts';
import { type Delimiter, Keyword, type Lexer, type Token } from './lexer.ts';
import { PdfDictionary, PdfName, PdfReference, PdfString, type PdfValue } from './values.ts';

/**
 * Reads one object.
 *
 * @throws {@link PdfError} `pdf.bad_syntax`, `pdf.too_deep`, `pdf.too_large`
 */
export function parseValue(lexer: Lexer): PdfValue {
  return new Parser(lexer).value();
}

/** Reads the next token, which has to be `word`. @throws {@link PdfError} `pdf.bad_syntax` */
export function expectKeyword(lexer: Lexer, word: string): void {
  const token = lexer.next();
  if (!(token instanceof Keyword) || token.word !== word)
    throw new PdfError('pdf.bad_syntax', `${describe(token)} where '${word}' has to stand`);
}

/** Reads the next token, which has to be a whole number. @throws {@link PdfError} `pdf.bad_syntax` */
export function expectInteger(lexer: Lexer): number {
  const token = lexer.next();
  if (typeof token !== 'number' || !Number.isSafeInteger(token) || token < 0)
    throw new PdfError('pdf.bad_syntax', `${describe(token)} where a whole number has to stand`);
  return token;
}

class Parser {
  readonly #lexer: Lexer;

  constructor(lexer: Lexer) {
    this.#lexer = lexer;
  }

  value(): PdfValue {
    return this.#valueOf(this.#lexer.next(), 0);
  }

  #valueOf(token: Token | undefined, depth: number): PdfValue {
    if (typeof token === 'number') return this.#numberOrReference(token);
    if (token instanceof PdfName || token instanceof PdfString) return token;
    if (token === '[') return this.#array(depth);
    if (token === '<<') return this.#dictionary(depth);
    if (token instanceof Keyword && CONSTANTS.has(token.word)) return CONSTANTS.get(token.word)!;
    throw new PdfError('pdf.bad_syntax', `${describe(token)} where an object has to stand`);
  }

  /** `12`, or the beginning of `12 0 R`. */
  #numberOrReference(number: number): number | PdfReference {
    if (!Number.isSafeInteger(number) || number < 0) return number;
    const lexer = this.#lexer;
    const behind = lexer.at;
    const generation = this.#peekToken();
    if (typeof generation === 'number' && Number.isSafeInteger(generation) && generation >= 0) {
      const word = this.#peekToken();
      if (word instanceof Keyword && word.word === 'R') {
        lexer.charge(REFERENCE_COST);
        return new PdfReference(number, generation);
      }
    }
    lexer.seek(behind);
    return number;
  }

  /** The next token; undefined where there is none that can be read, which is for others to complain of. */
  #peekToken(): Token | undefined {
    try {
      return this.#lexer.next();
    } catch (error) {
      if (error instanceof PdfError) return undefined;
      throw error;
    }
  }

  #array(depth: number): readonly PdfValue[] {
    requireDepth(depth);
    this.#lexer.charge(ARRAY_COST);
    const values: PdfValue[] = [];
    for (;;) {
      const token = this.#lexer.next();
      if (token === ']') return values;
      values.push(this.#valueOf(token, depth + 1));
    }
  }

  #dictionary(depth: number): PdfDictionary {
    requireDepth(depth);
    this.#lexer.charge(DICTIONARY_COST);
    const entries = new Map<string, PdfValue>();
    for (;;) {
      const key = this.#lexer.next();
      if (key === '>>') return new PdfDictionary(entries);
      if (!(key instanceof PdfName))
        throw new PdfError('pdf.bad_syntax', `${describe(key)} as the key of a dictionary`);
      this.#lexer.charge(ENTRY_COST);
      const value = this.#valueOf(this.#lexer.next(), depth + 1);
      if (value !== null) entries.set(key.name, value);
    }
  }
}

function requireDepth(depth: number): void {
  if (depth >= MAX_DEPTH) throw new PdfError('pdf.too_deep', `arrays and dictionaries more than ${MAX_DEPTH} deep`);
}

function describe(token: Token | undefined): string {
  if (token === undefined) return 'the end of the file';
  if (token instanceof Keyword) return `'${token.word.slice(0, 20).replace(/[^!-~]/g, '?')}'`;
  if (token instanceof PdfName) return 'a name';
  if (token instanceof PdfString) return 'a string';
  return typeof token === 'number' ? 'a number' : `'${token satisfies Delimiter}'`;
}

const CONSTANTS: ReadonlyMap<string, PdfValue> = new Map<string, PdfValue>([
  ['true', true],
  ['false', false],
  ['null', null],
]);
const MAX_DEPTH = 64;
/** Octets of memory. */
const REFERENCE_COST = 40;
const ARRAY_COST = 64;
const DICTIONARY_COST = 256;
const ENTRY_COST = 48;
