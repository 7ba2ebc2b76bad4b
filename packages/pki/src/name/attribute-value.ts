/** Attribute values between text and DER. */
import {
  DerError,
  type DerReader,
  readDer,
  Tag,
  writeDer,
  type DerElement,
  type DerWriter,
  type Oid,
} from '../der/index.ts';
import { excerpt } from '../excerpt.ts';
import { attributeOfType, type AttributeDefinition, type AttributeSyntax } from './attributes.ts';
import { decodeString, isCharacterString } from './character-string.ts';
import { NameError } from './errors.ts';

/**
 * Encodes a value as its attribute's type asks; an attribute that the table does not list becomes a UTF8String.
 *
 * @param lenient - for names that are looked up, not issued: ignores upper bounds, allows control characters and empty
 *   values, and falls back to UTF8String for characters that the attribute's type lacks
 * @throws {NameError} `name.bad_value`, `name.too_long`
 */
export function encodeAttributeValue(type: Oid, text: string, lenient = false): Uint8Array {
  const definition = attributeOfType(type);
  const name = definition?.name ?? type;
  if (!text.isWellFormed()) throw new NameError('name.bad_value', `the value of ${name} holds half a surrogate pair`);
  if (!lenient) requireIssuable(text, name, definition);
  const form = FORMS[definition?.syntax ?? 'directory'];
  const fits = form.allowed.test(text);
  if (form === FORMS['postal-address']) return writeDer((writer) => writePostalLines(writer, text));
  return writeDer((writer) => writer.utf8String(text, fits ? form.tag : Tag.utf8String));
}

/**
 * Checks that a value which somebody else encoded may be issued: the text of a known attribute follows the rules of
 * {@link encodeAttributeValue}, whatever string type it is in. What another attribute holds is its own affair, unless it is a text.
 *
 * @param raw - the DER of the value
 * @param text - what {@link decodeAttributeValue} made of it
 * @throws {NameError} `name.bad_value`, `name.too_long`
 */
export function requireIssuableValue(type: Oid, raw: Uint8Array, text: string | undefined): void {
  const definition = attributeOfType(type);
  const name = definition?.name ?? type;
  if (text !== undefined) return requireIssuable(text, name, definition);
  if (definition !== undefined || isCharacterString(raw[0]!)) {
    throw new NameError('name.bad_value', `the value of ${name} is not text in a string type of X.520`);
  }
  if (raw.length > MAX_OCTETS) {
    throw new NameError('name.too_long', `the value of ${name} has ${raw.length} octets; ${MAX_OCTETS} are the most`);
  }
}

/** The text of a value, or undefined when it is not of a string type, or its octets are not of the type they claim. */
export function decodeAttributeValue(type: Oid, element: DerElement): string | undefined {
  if (attributeOfType(type)?.syntax !== 'postal-address') return decodeString(element.tag, element.content);
  const lines = decodeLines(element.raw);
  return lines?.map((line) => line.replaceAll('\\', '\\5C').replaceAll('$', '\\24')).join('$');
}

function requireIssuable(text: string, name: string, definition: AttributeDefinition | undefined): void {
  if (text === '') throw new NameError('name.bad_value', `the value of ${name} is empty`);
  if (CONTROL.test(text)) throw new NameError('name.bad_value', `the value of ${name} holds a control character`);
  const { maxLength, syntax } = definition ?? OTHER_ATTRIBUTE;
  const length = lengthInCharacters(text);
  if (length > maxLength) {
    const allowed = `${name} takes at most ${maxLength} characters (RFC 5280 appendix A)`;
    throw new NameError('name.too_long', `'${excerpt(text)}' has ${length}: ${allowed}`);
  }
  const form = FORMS[syntax];
  if (!form.allowed.test(text)) throw unfit(name, form, text);
}

function unfit(name: string, form: Form, text: string): NameError {
  return new NameError('name.bad_value', `'${excerpt(text)}' is not a valid ${name}: it takes ${form.wanted}`);
}

/** `$` ends a line; `\24` is a dollar sign and `\5C` a backslash inside one (RFC 4517 §3.3.28). */
function writePostalLines(writer: DerWriter, text: string): void {
  const lines = text.split('$').map((line) => line.replaceAll('\\24', '$').replaceAll(/\\5[Cc]/g, '\\'));
  writer.sequence((sequence) => {
    for (const line of lines) sequence.utf8String(line);
  });
}

function decodeLines(raw: Uint8Array): string[] | undefined {
  try {
    return readDer(raw, readLines);
  } catch (error) {
    // Others' certificates may hold anything here; the caller then shows the octets.
    if (error instanceof DerError) return undefined;
    throw error;
  }
}

function readLines(reader: DerReader): string[] | undefined {
  const sequence = reader.readSequence();
  const lines: string[] = [];
  while (!sequence.atEnd) {
    const { tag, content } = sequence.readAny();
    const line = decodeString(tag, content);
    if (line === undefined) return undefined;
    lines.push(line);
  }
  return lines.length > 0 ? lines : undefined;
}

function lengthInCharacters(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** The DER form of a syntax, and the texts that fit it. */
interface Form {
  readonly tag: number;
  readonly allowed: RegExp;
  readonly wanted: string;
}

const FORMS: Record<AttributeSyntax, Form> = {
  directory: { tag: Tag.utf8String, allowed: /(?:)/, wanted: 'any characters' },
  printable: {
    tag: Tag.printableString,
    allowed: /^[A-Za-z0-9 '()+,\-./:=?]*$/,
    wanted: "letters, digits, blanks and '()+,-./:=? (PrintableString)",
  },
  country: { tag: Tag.printableString, allowed: /^[A-Za-z]{2}$/, wanted: 'the two letters of ISO 3166' },
  // eslint-disable-next-line no-control-regex -- IA5String is all of ASCII
  ia5: { tag: Tag.ia5String, allowed: /^[\u0000-\u007f]*$/, wanted: 'ASCII characters (IA5String)' },
  'postal-address': {
    tag: Tag.sequence,
    allowed: /^[^$]+(?:\$[^$]+){0,5}$/,
    wanted: 'one to six lines, separated by $',
  },
};
const CONTROL = /\p{Cc}/u;
/** An attribute that the table does not list: a DirectoryString (RFC 5280 §4.1.2.4) that is as long as the longest may be. */
const OTHER_ATTRIBUTE = { syntax: 'directory', maxLength: 32_768 } as const;
const MAX_OCTETS = 32_768;
