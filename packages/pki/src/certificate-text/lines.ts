/** Pieces of the text of a certificate. */

/** Writes a moment in UTC: `2031-05-01T10:00:00Z`. */
export function momentText(seconds: number): string {
  const time = new Date(seconds * 1000);
  return Number.isNaN(time.getTime()) ? `${seconds} s after 1970` : time.toISOString().replace('.000Z', 'Z');
}

/** Escapes what would move the cursor of a terminal, or change the direction of writing: `\u001b`. */
export function printable(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(UNPRINTABLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Writes octets as pairs of hexadecimal digits, in lines of 20 octets. */
export function hexLines(octets: Uint8Array): readonly string[] {
  const lines: string[] = [];
  for (let at = 0; at < octets.length; at += OCTETS_PER_LINE)
    lines.push(hexText(octets.subarray(at, at + OCTETS_PER_LINE)));
  return lines;
}

/** Writes octets as pairs of hexadecimal digits: `0a:ff`. */
export function hexText(octets: Uint8Array): string {
  return Array.from(octets, (octet) => octet.toString(16).padStart(2, '0')).join(':');
}

const OCTETS_PER_LINE = 20;
/** Control characters, line separators, and marks of the direction of writing. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
