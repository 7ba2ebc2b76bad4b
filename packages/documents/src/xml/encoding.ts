/** From octets to text and back: UTF-8 and UTF-16, which every reader of XML knows (XML 1.0 §4.3.3, appendix F). */
import { XmlError } from './errors.ts';

export type XmlEncoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** The octets of a document as text, without a byte order mark. */
export interface DecodedText {
  readonly text: string;
  readonly encoding: XmlEncoding;
}

/**
 * Decodes a document by its byte order mark, or by how `<?` is written, or as UTF-8.
 *
 * @throws {XmlError} `xml.encoding` for octets that are not of that encoding
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const encoding = encodingOf(bytes);
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), encoding };
  } catch (error) {
    throw new XmlError('xml.encoding', `the document is not ${encoding.toUpperCase()} throughout`, { cause: error });
  }
}

/**
 * Checks that a document is what its declaration says.
 *
 * @param declared - undefined when it says nothing, which UTF-8 and UTF-16 need not
 * @throws {XmlError} `xml.encoding`
 */
export function requireDeclaredEncoding(declared: string | undefined, encoding: XmlEncoding): void {
  if (declared === undefined || DECLARED[encoding].includes(declared.toLowerCase())) return;
  const detail = `the document is declared as '${declared.slice(0, 40)}' and reads as ${encoding.toUpperCase()}`;
  throw new XmlError('xml.encoding', `${detail}; UTF-8 and UTF-16 are read`);
}

/** Encodes a part of a document, without a byte order mark. */
export function encodeText(text: string, encoding: XmlEncoding): Uint8Array {
  if (encoding === 'utf-8') return new TextEncoder().encode(text);
  const octets = Buffer.from(text, 'utf16le');
  return new Uint8Array(encoding === 'utf-16be' ? octets.swap16() : octets);
}

/** The octets that `text` takes. */
export function encodedLength(text: string, encoding: XmlEncoding): number {
  return encoding === 'utf-8' ? Buffer.byteLength(text) : 2 * text.length;
}

function encodingOf([first, second]: Uint8Array): XmlEncoding {
  if ((first === 0xff && second === 0xfe) || (first === LESS_THAN && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === LESS_THAN)) return 'utf-16be';
  return 'utf-8';
}

const LESS_THAN = 0x3c;
/** Names that a declaration may have, in lower case. */
const DECLARED: Readonly<Record<XmlEncoding, readonly string[]>> = {
  'utf-8': ['utf-8', 'utf8'],
  'utf-16le': ['utf-16', 'utf-16le'],
  'utf-16be': ['utf-16', 'utf-16be'],
};
