/**
 * From octets to text and back: UTF-8 and UTF-16, which every reader of XML knows (XML 1.0 §4.3.3, appendix F), and the encodings
 * of one octet for each character that documents are still declared in.
 */
import { XmlError } from './errors.ts';

export type XmlEncoding = UnicodeEncoding | OctetEncoding;

/** The octets of a document as text, without a byte order mark. */
export interface DecodedText {
  readonly text: string;
  readonly encoding: XmlEncoding;
}

/**
 * Decodes a document by its byte order mark, or by how `<?` is written, or as it is declared, or as UTF-8.
 *
 * @throws {XmlError} `xml.encoding` for octets that are not of that encoding
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const encoding = encodingOf(bytes);
  return { text: isUnicode(encoding) ? decodeUnicode(bytes, encoding) : decodeOctets(bytes, encoding), encoding };
}

/**
 * Checks that a document is what its declaration says.
 *
 * @param declared - undefined when it says nothing, which UTF-8 and UTF-16 need not
 * @throws {XmlError} `xml.encoding`
 */
export function requireDeclaredEncoding(declared: string | undefined, encoding: XmlEncoding): void {
  if (declared === undefined ? isUnicode(encoding) : DECLARED[encoding].includes(declared.toLowerCase())) return;
  const detail = `the document is declared as '${declared?.slice(0, 40)}' and reads as ${encoding.toUpperCase()}`;
  throw new XmlError('xml.encoding', `${detail}; UTF-8, UTF-16, ISO-8859-1, US-ASCII and windows-1252 are read`);
}

/** Encodes a part of a document, without a byte order mark; characters that the encoding lacks become references. */
export function encodeText(text: string, encoding: XmlEncoding): Uint8Array {
  if (!isUnicode(encoding)) return new Uint8Array(Buffer.from(withReferences(text, encoding), 'latin1'));
  if (encoding === 'utf-8') return new TextEncoder().encode(text);
  const octets = Buffer.from(text, 'utf16le');
  return new Uint8Array(encoding === 'utf-16be' ? octets.swap16() : octets);
}

/** The octets that `text`, which is a part of a document of that encoding, takes. */
export function encodedLength(text: string, encoding: XmlEncoding): number {
  if (!isUnicode(encoding)) return text.length;
  return encoding === 'utf-8' ? Buffer.byteLength(text) : 2 * text.length;
}

type UnicodeEncoding = 'utf-8' | 'utf-16le' | 'utf-16be';
type OctetEncoding = 'iso-8859-1' | 'us-ascii' | 'windows-1252';

function encodingOf(bytes: Uint8Array): XmlEncoding {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === LESS_THAN && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === LESS_THAN)) return 'utf-16be';
  const [, declared] = DECLARATION.exec(Buffer.from(bytes.subarray(0, MAX_DECLARATION)).toString('latin1')) ?? [];
  return OCTET_ENCODINGS.find((encoding) => DECLARED[encoding].includes(declared?.toLowerCase() ?? '')) ?? 'utf-8';
}

function isUnicode(encoding: XmlEncoding): encoding is UnicodeEncoding {
  return encoding.startsWith('utf-');
}

function decodeUnicode(bytes: Uint8Array, encoding: UnicodeEncoding): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    throw notThroughout(encoding, { cause: error });
  }
}

/** By tables, since a `TextDecoder` takes all three names for windows-1252 (WHATWG Encoding §4.2). */
function decodeOctets(bytes: Uint8Array, encoding: OctetEncoding): string {
  const upper = UPPER[encoding];
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  // Others are themselves.
  if (encoding === 'iso-8859-1') return text;
  return text.replace(encoding === 'us-ascii' ? /[\x80-\xff]/g : /[\x80-\x9f]/g, (octet) => {
    const character = upper[octet.charCodeAt(0) - 0x80];
    if (character === undefined || character === UNDEFINED) throw notThroughout(encoding);
    return character;
  });
}

function notThroughout(encoding: XmlEncoding, options?: ErrorOptions): XmlError {
  return new XmlError('xml.encoding', `the document is not ${encoding.toUpperCase()} throughout`, options);
}

/** The text with each character beyond ASCII as the octet that it is, or as a reference. */
function withReferences(text: string, encoding: OctetEncoding): string {
  const upper = UPPER[encoding];
  return text.replace(/[^\0-\x7f]/gu, (character) => {
    const index = upper.indexOf(character);
    return index < 0 ? `&#${character.codePointAt(0)};` : String.fromCharCode(0x80 + index);
  });
}

const LESS_THAN = 0x3c;
/** Start of a declaration up to its encoding. */
const DECLARATION = /^<\?xml\s[^>]*?\sencoding\s*=\s*["']([\w.:-]{1,40})["']/;
const MAX_DECLARATION = 256;
/** Names that a declaration may have, in lower case. */
const DECLARED: Readonly<Record<XmlEncoding, readonly string[]>> = {
  'utf-8': ['utf-8', 'utf8'],
  'utf-16le': ['utf-16', 'utf-16le'],
  'utf-16be': ['utf-16', 'utf-16be'],
  'iso-8859-1': ['iso-8859-1', 'iso_8859-1', 'iso8859-1', 'latin1', 'l1'],
  'us-ascii': ['us-ascii', 'ascii'],
  'windows-1252': ['windows-1252', 'cp1252'],
};
const OCTET_ENCODINGS = ['iso-8859-1', 'us-ascii', 'windows-1252'] as const;
/** An octet that the encoding does not have; no document in such an encoding has it as a character. */
const UNDEFINED = '\ufffd';
const LATIN = Array.from({ length: 128 }, (_, index) => String.fromCharCode(0x80 + index)).join('');
/** The characters of the octets from 0x80 on. */
const UPPER: Readonly<Record<OctetEncoding, string>> = {
  'iso-8859-1': LATIN,
  'us-ascii': '',
  'windows-1252': `€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ${LATIN.slice(0x20)}`,
};
