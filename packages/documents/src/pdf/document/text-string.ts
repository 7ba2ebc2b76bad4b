/** Text for people in strings (ISO 32000-1 §7.9.2.2) and dates (§7.9.4). */
import { latin1 } from '../syntax/latin1.ts';
import { PdfString } from '../syntax/values.ts';

/** The string of a text: as it is when it is ASCII, otherwise in UTF-16. */
export function textString(text: string): PdfString {
  if (/^[\t\n\r -~]*$/.test(text)) return new PdfString(new TextEncoder().encode(text));
  const octets = [0xfe, 0xff];
  for (let at = 0; at < text.length; at += 1) octets.push(text.charCodeAt(at) >> 8, text.charCodeAt(at) & 0xff);
  return new PdfString(Uint8Array.from(octets));
}

/** The text of a string; of one without a mark, what PDFDocEncoding shares with ISO 8859-1. */
export function textOf({ bytes }: PdfString): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes.subarray(2));
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return new TextDecoder().decode(bytes.subarray(3));
  return latin1(bytes);
}

/** A moment in UTC. @param time - seconds since 1970-01-01T00:00:00Z */
export function dateString(time: number): PdfString {
  const digits = new Date(time * 1000).toISOString().replace(/\..*/, '').replace(/\D/g, '');
  return textString(`D:${digits}Z`);
}
