/** The string representation of distinguished names (RFC 4514), read and written. */
import { DerError, isOid, readDer, type Oid } from '../der/index.ts';
import { excerpt } from '../excerpt.ts';
import { attributeNamed, attributeOfType } from './attributes.ts';
import { NameError } from './errors.ts';

/** An attribute of the text: its value as text, or as the DER that stood behind a `#`. */
export interface ParsedAttribute {
  readonly type: Oid;
  readonly value: string | Uint8Array;
}

/** Attribute as it is written. */
export interface FormattedAttribute {
  readonly type: Oid;
  readonly value: string;
  readonly isText: boolean;
  readonly raw: Uint8Array;
}

/**
 * Reads the components of a name in the order of the text.
 *
 * More than RFC 4514 §3 derives is accepted: blanks around separators, `OID.` before a dotted identifier, and the quoted
 * values of RFC 2253 §4.
 *
 * @throws {@link NameError}
 */
export function parseRdns(text: string): ParsedAttribute[][] {
  if (text.length > MAX_TEXT) {
    throw new NameError('name.too_long', `a name of ${text.length} characters; at most ${MAX_TEXT} are read`);
  }
  return new Parser(text).name();
}

/** Writes components in the order given, as RFC 4514 §2 does. */
export function formatRdns(rdns: readonly (readonly FormattedAttribute[])[]): string {
  return rdns.map((rdn) => rdn.map(formatAttribute).join('+')).join(',');
}

/** Escapes the text of a value (RFC 4514 §2.4); control characters become the hex of their octets as well. */
function escapeValue(value: string): string {
  return value.replace(NEEDS_ESCAPE, (character) =>
    character < ' ' || character === '\x7f' ? hexEscape(character) : `\\${character}`,
  );
}

function formatAttribute({ type, value, isText, raw }: FormattedAttribute): string {
  const name = attributeOfType(type)?.name;
  // §2.4: a value of a type that has no short name is always written as its encoding.
  return name !== undefined && isText ? `${name}=${escapeValue(value)}` : `${name ?? type}=#${raw.toHex()}`;
}

function hexEscape(character: string): string {
  return `\\${character.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`;
}

class Parser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  name(): ParsedAttribute[][] {
    const rdns: ParsedAttribute[][] = [];
    this.#skipBlanks();
    if (this.#atEnd) return rdns;
    do rdns.push(this.#rdn());
    while (this.#take(','));
    return rdns;
  }

  #rdn(): ParsedAttribute[] {
    const attributes: ParsedAttribute[] = [];
    do attributes.push(this.#attribute());
    while (this.#take('+'));
    return attributes;
  }

  #attribute(): ParsedAttribute {
    this.#skipBlanks();
    const type = this.#type();
    this.#skipBlanks();
    const next = this.#text[this.#at];
    const value = next === '#' ? this.#hexValue() : next === '"' ? this.#quotedValue() : this.#plainValue();
    this.#skipBlanks();
    return { type, value };
  }

  /** Reads the type and the `=` behind it. */
  #type(): Oid {
    const equals = this.#text.indexOf('=', this.#at);
    const name = this.#text.slice(this.#at, equals === -1 ? this.#at + 40 : equals).trimEnd();
    if (equals === -1 || !/^[A-Za-z0-9.-]+$/.test(name)) {
      throw this.#error(
        `'${excerpt(name)}' stands where TYPE=value belongs (in a value, write ',' as '\\,' and '+' as '\\+')`,
      );
    }
    this.#at = equals + 1;
    const dotted = name.replace(/^OID\./i, '');
    if (isOid(dotted)) return dotted;
    const known = attributeNamed(name);
    if (known === undefined)
      throw new NameError(
        'name.unknown_attribute',
        `there is no attribute '${excerpt(name)}'; a dotted object identifier names any`,
      );
    return known.oid;
  }

  #hexValue(): Uint8Array {
    HEX.lastIndex = this.#at + 1;
    const digits = HEX.exec(this.#text)![0];
    this.#at += 1 + digits.length;
    this.#skipBlanks();
    const ends = this.#atEnd || this.#nextIs(',') || this.#nextIs('+');
    if (!ends || digits === '' || digits.length % 2 !== 0) {
      throw this.#error(`'#' begins pairs of hexadecimal digits; a value that begins with '#' is written '\\#'`);
    }
    return requireDer(Uint8Array.fromHex(digits));
  }

  #quotedValue(): string {
    this.#at++;
    const value = this.#characters('"').text;
    if (!this.#take('"')) throw this.#error('a quoted value does not end');
    this.#skipBlanks();
    if (!this.#atEnd && !this.#nextIs(',') && !this.#nextIs('+')) throw this.#error('text follows a quoted value');
    return value;
  }

  #plainValue(): string {
    const { text, significant } = this.#characters(',+');
    return text.slice(0, significant);
  }

  /**
   * Reads characters and escapes up to one of `ends`, which stays unread. `significant` is the length of the text without
   * the blanks at its end that were not escaped.
   */
  #characters(ends: string): { text: string; significant: number } {
    let text = '';
    let significant = 0;
    while (!this.#atEnd && !ends.includes(this.#text[this.#at]!)) {
      const character = this.#text[this.#at]!;
      if (character === '\\') text += this.#escape();
      else if (ends !== '"' && '";<>'.includes(character))
        throw this.#error(`'${character}' is not escaped: write '\\${character}'`);
      else {
        text += character;
        this.#at++;
        if (character === ' ') continue;
      }
      significant = text.length;
    }
    return { text, significant };
  }

  /** Reads one escaped character, or the hex pairs that are the octets of some (RFC 4514 §3, `pair`). */
  #escape(): string {
    const next = this.#text[this.#at + 1];
    if (next !== undefined && ESCAPABLE.includes(next)) {
      this.#at += 2;
      return next;
    }
    HEX_PAIRS.lastIndex = this.#at;
    const pairs = HEX_PAIRS.exec(this.#text)?.[0];
    if (pairs === undefined) {
      throw new NameError(
        'name.bad_escape',
        `'\\${next ?? ''}' at character ${this.#at + 1} of the name escapes nothing`,
      );
    }
    this.#at += pairs.length;
    try {
      return UTF8.decode(Uint8Array.fromHex(pairs.replaceAll('\\', '')));
    } catch {
      throw new NameError('name.bad_escape', `the octets ${excerpt(pairs)} in a name are not UTF-8`);
    }
  }

  get #atEnd(): boolean {
    return this.#at === this.#text.length;
  }

  #nextIs(character: string): boolean {
    return this.#text[this.#at] === character;
  }

  #take(character: string): boolean {
    if (!this.#nextIs(character)) return false;
    this.#at++;
    return true;
  }

  #skipBlanks(): void {
    while (this.#nextIs(' ')) this.#at++;
  }

  #error(message: string): NameError {
    return new NameError('name.syntax', `${message} (at character ${this.#at + 1} of the name)`);
  }
}

function requireDer(bytes: Uint8Array): Uint8Array {
  try {
    readDer(bytes, (reader) => reader.readAny());
    return bytes;
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    throw new NameError('name.bad_value', `#${bytes.toHex().slice(0, 40)} is not one element of DER: ${error.message}`);
  }
}

/** RFC 4514 §2.4, and control characters, which would hide in a log or a terminal. */
// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const NEEDS_ESCAPE = /^[ #]|["+,;<>\\\u0000-\u001f\u007f]| $/g;
const ESCAPABLE = '\\ #="+,;<>';
const HEX = /[0-9A-Fa-f]*/y;
const HEX_PAIRS = /(?:\\[0-9A-Fa-f]{2})+/y;
const MAX_TEXT = 4096;
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
