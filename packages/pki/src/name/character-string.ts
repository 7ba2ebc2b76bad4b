/** The character string types of ASN.1 (X.680 §41), read into text. */
import { Tag } from '../der/index.ts';

/**
 * The text of a character string.
 *
 * Undefined when `tag` is not a character string type, or the octets are not of it: malformed UTF-8, an odd BMPString, an
 * octet above 127 in an ASCII type. That is not an error, because other authorities' certificates get it wrong and must
 * still be read; such a value is shown and compared by its octets. Characters that PrintableString or NumericString
 * leave out (`@`, `*`, `_`) are accepted for the same reason.
 */
export function decodeString(tag: number, content: Uint8Array): string | undefined {
  switch (tag) {
    case Tag.utf8String:
      return decode(UTF8, content);
    case Tag.printableString:
    case Tag.ia5String:
    case Tag.visibleString:
    case Tag.numericString:
      return content.every((octet) => octet < 0x80) ? latin1(content) : undefined;
    case Tag.teletexString:
      // T.61 by the book, with its floating accents, is written by nobody: what is found is Latin-1.
      return latin1(content);
    case Tag.bmpString:
      return decodeBmp(content);
    case Tag.universalString:
      return universal(content);
    default:
      return undefined;
  }
}

/** Returns whether `tag` is one of the types that {@link decodeString} reads. */
export function isCharacterString(tag: number): boolean {
  return decodeString(tag, new Uint8Array()) !== undefined;
}

function decode(decoder: TextDecoder, content: Uint8Array): string | undefined {
  try {
    return decoder.decode(content);
  } catch {
    return undefined;
  }
}

function latin1(content: Uint8Array): string {
  let text = '';
  for (const octet of content) text += String.fromCharCode(octet);
  return text;
}

/** UCS-2, big endian. Surrogate pairs are accepted: Windows writes them. */
export function decodeBmp(content: Uint8Array): string | undefined {
  if (content.length % 2 !== 0) return undefined;
  let text = '';
  for (let i = 0; i < content.length; i += 2) text += String.fromCharCode(content[i]! * 256 + content[i + 1]!);
  return text.isWellFormed() ? text : undefined;
}

/** UCS-4, big endian. */
function universal(content: Uint8Array): string | undefined {
  if (content.length % 4 !== 0) return undefined;
  const view = new DataView(content.buffer, content.byteOffset, content.length);
  let text = '';
  for (let i = 0; i < content.length; i += 4) {
    const point = view.getUint32(i);
    if (point > 0x10ffff) return undefined;
    text += String.fromCodePoint(point);
  }
  return text.isWellFormed() ? text : undefined;
}

/** A byte order mark is a character of the value, not a mark: dropping it would make two values one. */
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
