/** Characters into tokens (ISO 32000-1 §7.2, §7.3). */
import { PdfError } from '../errors.ts';
import { latin1 } from './latin1.ts';
import { PdfName, PdfString } from './values.ts';

/** A word that is no number, such as `obj`, `R` or `null`. */
export class Keyword {
  readonly word: string;

  constructor(word: string) {
    this.word = word;
  }
}

/** A delimiter of arrays and dictionaries. */
export type Delimiter = '[' | ']' | '<<' | '>>';

export type Token = number | PdfName | PdfString | Keyword | Delimiter;

/**
 * Reads tokens from a part of a file.
 *
 * Whoever reads a part has to look at `ranOut` first, whatever else came of it: what was read is only reliable when the part did not
 * end too early, or is the end of the file.
 */
export class Lexer {
  readonly #bytes: Uint8Array;
  #at: number;
  #ranOut = false;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes;
    this.#at = at;
  }

  /** Where the next token is looked for. */
  get at(): number {
    return this.#at;
  }

  /** Whether the end of the part was reached, so that more octets might have meant something else. */
  get ranOut(): boolean {
    return this.#ranOut;
  }

  /** Goes back, or on, to a place. */
  seek(at: number): void {
    this.#at = at;
  }

  /** The next token; undefined at the end. @throws {@link PdfError} `pdf.bad_syntax` */
  next(): Token | undefined {
    this.#skipSpace();
    const code = this.#peek();
    if (code === undefined) return undefined;
    const kind = KINDS[code]!;
    if (kind === REGULAR) return this.#word();
    this.#at += 1;
    switch (code) {
      case SOLIDUS:
        return this.#name();
      case LEFT_PARENTHESIS:
        return this.#literal();
      case LEFT_ANGLE:
        if (this.#peek() !== LEFT_ANGLE) return this.#hexadecimal();
        this.#at += 1;
        return '<<';
      case RIGHT_ANGLE:
        if (this.#peek() !== RIGHT_ANGLE) throw unexpected('>');
        this.#at += 1;
        return '>>';
      case LEFT_BRACKET:
        return '[';
      case RIGHT_BRACKET:
        return ']';
      default:
        throw unexpected(String.fromCharCode(code));
    }
  }

  /** Skips the end of the line behind the keyword `stream` (ISO 32000-1 §7.3.8.1); a lone carriage return is overlooked. */
  skipLineEnd(): void {
    while (this.#peek() === SPACE) this.#at += 1;
    if (this.#peek() === CARRIAGE_RETURN) this.#at += 1;
    if (this.#peek() === LINE_FEED) this.#at += 1;
  }

  #peek(): number | undefined {
    const code = this.#bytes[this.#at];
    if (code === undefined) this.#ranOut = true;
    return code;
  }

  #skipSpace(): void {
    for (;;) {
      const code = this.#peek();
      if (code === PERCENT) this.#skipComment();
      else if (code === undefined || KINDS[code] !== WHITE_SPACE) return;
      this.#at += 1;
    }
  }

  #skipComment(): void {
    for (;;) {
      const code = this.#peek();
      if (code === undefined || code === CARRIAGE_RETURN || code === LINE_FEED) return;
      this.#at += 1;
    }
  }

  /** The regular characters from here on. */
  #regular(): string {
    const start = this.#at;
    for (let code = this.#peek(); code !== undefined && KINDS[code] === REGULAR; code = this.#peek()) this.#at += 1;
    return latin1(this.#bytes.subarray(start, this.#at));
  }

  #word(): number | Keyword {
    const text = this.#regular();
    return NUMBER.test(text) ? Number(text) : new Keyword(text);
  }

  #name(): PdfName {
    const text = this.#regular();
    if (!text.includes('#')) return new PdfName(text);
    return new PdfName(text.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))));
  }

  #literal(): PdfString {
    const octets: number[] = [];
    for (let depth = 1; ;) {
      const code = this.#take('(');
      if (code === BACKSLASH) this.#escape(octets);
      else if (code === CARRIAGE_RETURN) {
        if (this.#peek() === LINE_FEED) this.#at += 1;
        octets.push(LINE_FEED);
      } else {
        if (code === LEFT_PARENTHESIS) depth += 1;
        if (code === RIGHT_PARENTHESIS) depth -= 1;
        if (depth === 0) return new PdfString(Uint8Array.from(octets));
        octets.push(code);
      }
    }
  }

  /** What stands behind a backslash (ISO 32000-1 table 3). */
  #escape(octets: number[]): void {
    const code = this.#take('\\');
    if (code === LINE_FEED) return;
    if (code === CARRIAGE_RETURN) {
      if (this.#peek() === LINE_FEED) this.#at += 1;
      return;
    }
    const escaped = ESCAPES.get(code);
    if (escaped !== undefined) octets.push(escaped);
    else if (isOctal(code)) octets.push(this.#octal(code - ZERO));
    else octets.push(code);
  }

  #octal(first: number): number {
    let value = first;
    for (let digits = 1; digits < 3 && isOctal(this.#peek()); digits += 1) {
      value = value * 8 + this.#take('\\') - ZERO;
    }
    return value & 0xff;
  }

  #hexadecimal(): PdfString {
    let digits = '';
    for (;;) {
      const start = this.#at;
      while (isHexDigit(this.#peek())) this.#at += 1;
      digits += latin1(this.#bytes.subarray(start, this.#at));
      const code = this.#take('<');
      if (code === RIGHT_ANGLE) break;
      if (KINDS[code] !== WHITE_SPACE) throw unexpected(String.fromCharCode(code));
    }
    return new PdfString(Uint8Array.fromHex(digits.length % 2 === 0 ? digits : `${digits}0`));
  }

  #take(opened: string): number {
    const code = this.#peek();
    if (code === undefined) throw new PdfError('pdf.bad_syntax', `the file ends within what '${opened}' began`);
    this.#at += 1;
    return code;
  }
}

function isOctal(code: number | undefined): boolean {
  return code !== undefined && code >= ZERO && code < ZERO + 8;
}

function isHexDigit(code: number | undefined): boolean {
  return code !== undefined && HEX_DIGITS[code] === 1;
}

function unexpected(character: string): PdfError {
  return new PdfError('pdf.bad_syntax', `'${character}' where no such character belongs`);
}

const NUMBER = /^[+-]?(?:\d{1,40}\.?\d{0,40}|\.\d{1,40})$/;
const SPACE = 0x20;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const PERCENT = 0x25;
const SOLIDUS = 0x2f;
const BACKSLASH = 0x5c;
const LEFT_PARENTHESIS = 0x28;
const RIGHT_PARENTHESIS = 0x29;
const LEFT_ANGLE = 0x3c;
const RIGHT_ANGLE = 0x3e;
const LEFT_BRACKET = 0x5b;
const RIGHT_BRACKET = 0x5d;
const ZERO = 0x30;
const ESCAPES: ReadonlyMap<number, number> = new Map([
  [0x6e, LINE_FEED],
  [0x72, CARRIAGE_RETURN],
  [0x74, 0x09],
  [0x62, 0x08],
  [0x66, 0x0c],
]);
const REGULAR = 0;
const WHITE_SPACE = 1;
const DELIMITER = 2;
/** The kind of each character (ISO 32000-1 tables 1 and 2). */
const KINDS: Uint8Array = Uint8Array.from({ length: 256 }, (_, code) => {
  if ([0, 9, 10, 12, 13, 32].includes(code)) return WHITE_SPACE;
  return '()<>[]{}/%'.includes(String.fromCharCode(code)) ? DELIMITER : REGULAR;
});
const HEX_DIGITS: Uint8Array = Uint8Array.from({ length: 256 }, (_, code) =>
  /[0-9A-Fa-f]/.test(String.fromCharCode(code)) ? 1 : 0,
);
