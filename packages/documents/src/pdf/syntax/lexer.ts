/** Characters into tokens (ISO 32000-1 §7.2, §7.3). */
import { PdfError } from '../errors.ts';
import { latin1 } from './latin1.ts';
import { PdfName, PdfString } from './values.ts';
import type { WorkLeft } from './work-left.ts';

/** A word that is not a number, such as `obj`, `R` or `null`. */
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
 * A reader of a part must look at `ranOut` first, whatever else came of it: what was read is only reliable when the part did not
 * end too early, or is the end of the file.
 */
export class Lexer {
  readonly #bytes: Uint8Array;
  readonly #work: WorkLeft;
  #at: number;
  #left = MAX_COST;
  #ranOut = false;

  constructor(bytes: Uint8Array, at: number, work: WorkLeft) {
    this.#bytes = bytes;
    this.#at = at;
    this.#work = work;
  }

  /** Returns the offset at which the next token is looked for. */
  get at(): number {
    return this.#at;
  }

  /** Returns whether the end of the part was reached, so that more octets might have meant something else. */
  get ranOut(): boolean {
    return this.#ranOut;
  }

  /** Goes back, or on, to a place. */
  seek(at: number): void {
    this.#at = at;
  }

  /**
   * Takes off what something costs that is read here: of the file's work, and of what one object may take, for which nobody else has a
   * turn.
   *
   * @throws {@link PdfError} `pdf.too_large`
   */
  charge(cost: number): void {
    this.#work.charge(cost);
    this.#left -= cost;
    if (this.#left < 0) throw new PdfError('pdf.too_large', 'an object holds more than is read');
  }

  /** The next token; undefined at the end. @throws {@link PdfError} `pdf.bad_syntax`, `pdf.too_large` */
  next(): Token | undefined {
    const start = this.#at;
    try {
      return this.#token();
    } finally {
      this.charge(TOKEN_COST + this.#at - start);
    }
  }

  #token(): Token | undefined {
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
    const start = this.#at;
    while (this.#peek() === SPACE) this.#at += 1;
    this.charge(this.#at - start);
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
    const length = this.#at - start;
    if (length > MAX_WORD) throw new PdfError('pdf.bad_syntax', `a word of more than ${MAX_WORD} characters`);
    if (length > SHORT) return latin1(this.#bytes.subarray(start, this.#at));
    let text = '';
    for (let at = start; at < this.#at; at += 1) text += String.fromCharCode(this.#bytes[at]!);
    return text;
  }

  #word(): number | Keyword {
    const digits = this.#digits();
    if (digits !== undefined) return digits;
    const text = this.#regular();
    // Words begin with letters, which stand behind all that a number can begin with.
    if (text > ':' || !NUMBER.test(text)) return new Keyword(text);
    this.charge(FRACTION_COST);
    return Number(text);
  }

  /** A number of few digits and nothing else, as most are. */
  #digits(): number | undefined {
    const start = this.#at;
    let number = 0;
    let code = this.#peek();
    for (; code !== undefined && code >= ZERO && code < ZERO + 10; code = this.#peek()) {
      number = number * 10 + code - ZERO;
      this.#at += 1;
    }
    const length = this.#at - start;
    if (length > 0 && length <= SAFE_DIGITS && (code === undefined || KINDS[code] !== REGULAR)) return number;
    this.#at = start;
    return undefined;
  }

  #name(): PdfName {
    const text = this.#regular();
    this.charge(NAME_COST + text.length);
    if (!text.includes('#')) return new PdfName(text);
    return new PdfName(text.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))));
  }

  #literal(): PdfString {
    const start = this.#at;
    const isPlain = this.#skipLiteral();
    const end = this.#at - 1;
    this.charge(STRING_COST + end - start);
    if (isPlain) return new PdfString(this.#bytes.slice(start, end));
    const octets = new Uint8Array(end - start);
    let length = 0;
    for (this.#at = start; this.#at < end;) {
      const octet = this.#character();
      if (octet !== undefined) octets[length++] = octet;
    }
    this.#at = end + 1;
    return new PdfString(octets.slice(0, length));
  }

  /** Goes behind the parenthesis that ends a string; whether each octet of it stands for itself. */
  #skipLiteral(): boolean {
    let isPlain = true;
    for (let depth = 1; depth > 0;) {
      const code = this.#take('(');
      if (code === BACKSLASH) this.#take('\\');
      if (code === BACKSLASH || code === CARRIAGE_RETURN) isPlain = false;
      if (code === LEFT_PARENTHESIS) depth += 1;
      if (code === RIGHT_PARENTHESIS) depth -= 1;
    }
    return isPlain;
  }

  /** The next octet of the value of a string; undefined for a line break that does not count. */
  #character(): number | undefined {
    const code = this.#take('(');
    if (code === BACKSLASH) return this.#escaped();
    if (code !== CARRIAGE_RETURN) return code;
    if (this.#peek() === LINE_FEED) this.#at += 1;
    return LINE_FEED;
  }

  /** Reads what follows a backslash (ISO 32000-1 table 3). */
  #escaped(): number | undefined {
    const code = this.#take('\\');
    if (code === LINE_FEED) return undefined;
    if (code === CARRIAGE_RETURN) {
      if (this.#peek() === LINE_FEED) this.#at += 1;
      return undefined;
    }
    return ESCAPES.get(code) ?? (isOctal(code) ? this.#octal(code - ZERO) : code);
  }

  #octal(first: number): number {
    let value = first;
    for (let digits = 1; digits < 3 && isOctal(this.#peek()); digits += 1) {
      value = value * 8 + this.#take('\\') - ZERO;
    }
    return value & 0xff;
  }

  #hexadecimal(): PdfString {
    const start = this.#at;
    for (let code = this.#take('<'); code !== RIGHT_ANGLE; code = this.#take('<'))
      if (HEX_VALUES[code] === NO_DIGIT && KINDS[code] !== WHITE_SPACE) throw unexpected(String.fromCharCode(code));
    const end = this.#at - 1;
    this.charge(STRING_COST + end - start);
    const octets = new Uint8Array(Math.ceil((end - start) / 2));
    let digits = 0;
    for (let at = start; at < end; at += 1) {
      const value = HEX_VALUES[this.#bytes[at]!]!;
      if (value === NO_DIGIT) continue;
      octets[digits >> 1]! |= digits % 2 === 0 ? value << 4 : value;
      digits += 1;
    }
    return new PdfString(octets.slice(0, Math.ceil(digits / 2)));
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
const NO_DIGIT = 16;
/** Value of each character as a hexadecimal digit. */
const HEX_VALUES: Uint8Array = Uint8Array.from({ length: 256 }, (_, code) =>
  /[0-9A-Fa-f]/.test(String.fromCharCode(code)) ? parseInt(String.fromCharCode(code), 16) : NO_DIGIT,
);
/** Maximum cost of one object: some hundred milliseconds. */
const MAX_COST = 0x200_0000;
const TOKEN_COST = 16;
/** Cost of a number that is not read digit by digit. */
const FRACTION_COST = 64;
const NAME_COST = 48;
const STRING_COST = 200;
/** Names have 127 octets at most (ISO 32000-1 annex C). */
const MAX_WORD = 4096;
/** Put together faster than taken out of the octets at once. */
const SHORT = 32;
const SAFE_DIGITS = 15;
