/** The character strings that extensions hold (X.680 §41), strict in both directions. */
import { DerError, Tag, type DerReader, type DerWriter } from '../der/index.ts';
import { excerpt } from '../excerpt.ts';
import { decodeBmp } from '../name/character-string.ts';

export type TextType = 'utf8String' | 'printableString' | 'ia5String' | 'visibleString' | 'bmpString';

/** Permitted length of a text in characters. */
export interface TextLength {
  readonly min: number;
  readonly max: number;
}

/**
 * Reads a character string of the type `type`; any length.
 *
 * Accepted on reading: surrogate pairs in a BMPString, because Windows writes them.
 *
 * @param tag - another tag than the type's own when it stands behind `[n] IMPLICIT`
 * @throws {DerError} `der.bad_value` when the octets are not characters of the type
 */
export function readText(reader: DerReader, type: TextType, tag: number = Tag[type]): string {
  const start = reader.offset;
  const { content } = reader.readElement(tag);
  const text = type === 'bmpString' ? decodeBmp(content) : decodeUtf8(content);
  if (text === undefined || !READABLE[type].test(text))
    throw new DerError('der.bad_value', `a ${type} holds octets that are not characters of it`, start);
  return text;
}

/**
 * Writes a character string of the type `type`.
 *
 * @param length - counted in characters, not in octets
 * @throws {RangeError} when the text is too short or too long, or the type lacks one of its characters
 */
export function writeText(
  writer: DerWriter,
  type: TextType,
  text: string,
  length: TextLength,
  tag: number = Tag[type],
): void {
  const characters = text.length > length.max * 2 ? text.length : Array.from(text).length;
  if (characters < length.min || characters > length.max)
    throw new RangeError(`a ${type} has ${characters} characters, not ${length.min} to ${length.max}`);
  if (!text.isWellFormed() || !(WRITABLE[type] ?? READABLE[type]).test(text))
    throw new RangeError(`'${excerpt(text)}' has a character that a ${type} cannot hold`);
  writer.primitive(tag, type === 'bmpString' ? encodeBmp(text) : UTF8_ENCODER.encode(text));
}

function decodeUtf8(content: Uint8Array): string | undefined {
  try {
    return UTF8_DECODER.decode(content);
  } catch {
    return undefined;
  }
}

function encodeBmp(text: string): Uint8Array {
  const content = new Uint8Array(text.length * 2);
  for (let i = 0; i < text.length; i++) {
    content[i * 2] = text.charCodeAt(i) >> 8;
    content[i * 2 + 1] = text.charCodeAt(i) & 0xff;
  }
  return content;
}

/** The characters of each type. Octets above 127 decode to characters above 127, so UTF-8 serves the ASCII types too. */
const READABLE: Readonly<Record<TextType, RegExp>> = {
  utf8String: /^/,
  bmpString: /^/,
  printableString: /^[A-Za-z0-9 '()+,\-./:=?]*$/,
  // oxlint-disable-next-line no-control-regex -- IA5String is all of ASCII (X.680 §41, table 8)
  ia5String: /^[\x00-\x7f]*$/,
  visibleString: /^[\x20-\x7e]*$/,
};

/** Text types of which less is written than read: a character beyond U+FFFF cannot stand in a BMPString. */
const WRITABLE: Readonly<Partial<Record<TextType, RegExp>>> = { bmpString: /^[^\u{10000}-\u{10ffff}]*$/u };

/** A byte order mark is a character of the text, not a mark. */
const UTF8_DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const UTF8_ENCODER = new TextEncoder();
