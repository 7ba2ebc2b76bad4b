/** Objects as the text that a file has of them (ISO 32000-1 §7.3). */
import { latin1 } from './latin1.ts';
import { PdfDictionary, PdfName, PdfReference, PdfString, type PdfValue } from './values.ts';

/** Encryption of a string in an encrypted file. */
export type StringCipher = (bytes: Uint8Array) => Uint8Array;

/**
 * The object as text, one character for each octet.
 *
 * @param cipher - encrypts strings; none when left out
 */
export function serialize(value: PdfValue, cipher?: StringCipher): string {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return serializeNumber(value);
  if (value instanceof PdfName) return serializeName(value.name);
  if (value instanceof PdfString) return serializeString(value.bytes, cipher);
  if (value instanceof PdfReference) return `${value.number} ${value.generation} R`;
  if (value instanceof PdfDictionary) {
    const entries = [...value.entries].map(([key, entry]) => `${serializeName(key)} ${serialize(entry, cipher)}`);
    return `<<${entries.join(' ')}>>`;
  }
  return `[${value.map((element) => serialize(element, cipher)).join(' ')}]`;
}

/** Without an exponent, which PDF does not know. */
function serializeNumber(value: number): string {
  if (Number.isSafeInteger(value)) return String(value);
  const fixed = value.toFixed(10).replace(/\.?0+$/, '');
  // Numbers from 10^21 on have an exponent even so; no reader takes them.
  return /e/.test(fixed) ? '0' : fixed;
}

function serializeName(name: string): string {
  return `/${name.replace(/[^!-~]|[#()<>[\]{}/%]/g, (character) => `#${hex(character.charCodeAt(0))}`)}`;
}

function serializeString(bytes: Uint8Array, cipher: StringCipher | undefined): string {
  if (cipher !== undefined) return `<${cipher(bytes).toHex()}>`;
  const text = latin1(bytes);
  if (!/^[\t\n\r -~]*$/.test(text)) return `<${bytes.toHex()}>`;
  return `(${text.replace(/[\\()\r]/g, (character) => (character === '\r' ? '\\r' : `\\${character}`))})`;
}

function hex(octet: number): string {
  return octet.toString(16).toUpperCase().padStart(2, '0');
}
