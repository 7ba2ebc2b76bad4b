/** Parser of patterns, see `linear-pattern.ts`. */
import { BadPatternError } from '../common/index.ts';

/** Tests whether a code point is in a set. */
export type Accepts = (codePoint: number) => boolean;

/** A pattern as a tree. */
export type PatternNode =
  | { readonly kind: 'one'; readonly accepts: Accepts }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'either'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly part: PatternNode; readonly least: number; readonly most: number };

/** Parses a pattern. @throws {@link BadPatternError} */
export function readPattern(source: string): PatternNode {
  if (source.length > MAX_LENGTH) throw new BadPatternError(`is longer than ${MAX_LENGTH} characters`);
  // The whole text has to match anyway.
  const body = source.replace(/^\^/, '').replace(/(?<!\\)\$$/, '');
  return new PatternReader(body).read();
}

class PatternReader {
  readonly #characters: readonly string[];
  #at = 0;
  #depth = 0;

  constructor(source: string) {
    this.#characters = Array.from(source);
  }

  read(): PatternNode {
    const node = this.#either();
    if (this.#at < this.#characters.length) throw new BadPatternError(`has a '${this.#peek()}' that closes nothing`);
    return node;
  }

  #either(): PatternNode {
    if (++this.#depth > MAX_DEPTH) throw new BadPatternError(`has more than ${MAX_DEPTH} groups in each other`);
    const parts = [this.#sequence()];
    while (this.#take('|')) parts.push(this.#sequence());
    this.#depth--;
    return parts.length === 1 ? parts[0]! : { kind: 'either', parts };
  }

  #sequence(): PatternNode {
    const parts: PatternNode[] = [];
    while (this.#peek() !== undefined && this.#peek() !== '|' && this.#peek() !== ')') {
      let part = this.#atom();
      for (let times = this.#quantifier(); times !== undefined; times = this.#quantifier()) {
        part = { kind: 'repeat', part, ...times };
      }
      parts.push(part);
    }
    return { kind: 'sequence', parts };
  }

  #atom(): PatternNode {
    const character = this.#next();
    switch (character) {
      case '(':
        return this.#group();
      case '[':
        return one(this.#class());
      case '.':
        return one((point) => point !== LINE_FEED && point !== CARRIAGE_RETURN);
      case '\\':
        return one(this.#escape());
      case '*':
      case '+':
      case '?':
        throw new BadPatternError(`has a '${character}' that repeats nothing`);
      case '^':
      case '$':
        throw new BadPatternError(`has a '${character}' inside; write \\${character} for the character`);
      default:
        return one(is(character));
    }
  }

  #group(): PatternNode {
    if (this.#take('?') && !this.#take(':'))
      throw new BadPatternError(`has a group '(?${this.#peek() ?? ''}', which is not known`);
    const node = this.#either();
    if (!this.#take(')')) throw new BadPatternError(`has a '(' that is not closed`);
    return node;
  }

  #quantifier(): { least: number; most: number } | undefined {
    let times: { least: number; most: number } | undefined;
    if (this.#take('*')) times = { least: 0, most: Infinity };
    else if (this.#take('+')) times = { least: 1, most: Infinity };
    else if (this.#take('?')) times = { least: 0, most: 1 };
    else if (this.#take('{')) times = this.#bounds();
    // Greedy and lazy repetition match the same whole texts.
    if (times !== undefined && !this.#take('?')) this.#take('+');
    return times;
  }

  #bounds(): { least: number; most: number } {
    const least = this.#number();
    const most = this.#take(',') ? (this.#peek() === '}' ? Infinity : this.#number()) : least;
    if (!this.#take('}')) throw new BadPatternError(`has a '{' that is not a number of times, such as {2} or {1,3}`);
    if (most < least) throw new BadPatternError(`has the number of times {${least},${most}}`);
    return { least, most };
  }

  #number(): number {
    let digits = '';
    while (/^\d$/.test(this.#peek() ?? '') && digits.length < 6) digits += this.#next();
    if (digits === '') throw new BadPatternError(`has a '{' that is not a number of times, such as {2} or {1,3}`);
    return Number(digits);
  }

  #class(): Accepts {
    const negated = this.#take('^');
    const parts: Accepts[] = [];
    do {
      if (this.#peek() === undefined) throw new BadPatternError(`has a '[' that is not closed`);
      parts.push(this.#classPart());
    } while (!this.#take(']'));
    return (point) => parts.some((accepts) => accepts(point)) !== negated;
  }

  #classPart(): Accepts {
    const first = this.#next();
    if (first === '\\' && KINDS[this.#peek() ?? ''] !== undefined) return KINDS[this.#next()]!;
    const from = first === '\\' ? this.#escapedPoint() : first.codePointAt(0)!;
    if (this.#peek() !== '-' || this.#characters[this.#at + 1] === ']') return (point) => point === from;
    this.#next();
    const last = this.#next();
    const to = last === '\\' ? this.#escapedPoint() : last.codePointAt(0)!;
    if (to < from) throw new BadPatternError(`has the range ${first}-${last}, which is empty`);
    return (point) => from <= point && point <= to;
  }

  #escape(): Accepts {
    const kind = KINDS[this.#peek() ?? ''];
    if (kind !== undefined) {
      this.#next();
      return kind;
    }
    const escaped = this.#escapedPoint();
    return (point) => point === escaped;
  }

  #escapedPoint(): number {
    const character = this.#next();
    if (character === 'x' || character === 'u') return this.#hex(character === 'x' ? 2 : 4);
    const control = CONTROLS[character];
    if (control === undefined && /^[A-Za-z0-9]$/.test(character)) {
      throw new BadPatternError(`has the escape '\\${character}', which is not known`);
    }
    return control ?? character.codePointAt(0)!;
  }

  #hex(digits: number): number {
    const text = this.#characters.slice(this.#at, this.#at + digits).join('');
    if (!/^[0-9A-Fa-f]+$/.test(text) || text.length < digits)
      throw new BadPatternError(`has an escape without ${digits} hex digits`);
    this.#at += digits;
    return Number.parseInt(text, 16);
  }

  #peek(): string | undefined {
    return this.#characters[this.#at];
  }

  #next(): string {
    const character = this.#characters[this.#at++];
    if (character === undefined) throw new BadPatternError('ends too early');
    return character;
  }

  #take(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at++;
    return true;
  }
}

function one(accepts: Accepts): PatternNode {
  return { kind: 'one', accepts };
}

function is(character: string): Accepts {
  const wanted = character.codePointAt(0)!;
  return (point) => point === wanted;
}

function oneOf(pattern: RegExp): Accepts {
  return (point) => pattern.test(String.fromCodePoint(point));
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const MAX_LENGTH = 1000;
const MAX_DEPTH = 50;
const CONTROLS: Readonly<Record<string, number>> = { t: 9, n: LINE_FEED, r: CARRIAGE_RETURN };
const KINDS: Readonly<Record<string, Accepts>> = {
  d: oneOf(/\d/),
  D: oneOf(/\D/),
  w: oneOf(/\w/),
  W: oneOf(/\W/),
  s: oneOf(/\s/),
  S: oneOf(/\S/),
};
