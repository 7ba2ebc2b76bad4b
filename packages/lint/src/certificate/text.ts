/** Text in messages, and tests of text. */

/** Returns a value for a message: in quotes, cut after 64 characters, control characters escaped. */
export function quoted(text: string): string {
  const short = text.length > 64 ? `${text.slice(0, 64)}…` : text;
  const shown = short.replace(/\p{Cc}/gu, (character) => `\\x${character.charCodeAt(0).toString(16)}`);
  return `'${shown}'`;
}

/** Returns whether the text, read one character an octet, is of ASCII alone, as IA5String is. */
export function isIa5(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}

/** Returns how many characters a text has, as the bounds of ASN.1 count them: one beyond the basic plane is one. */
export function characterCount(text: string): number {
  let count = text.length;
  for (let at = 1; at < text.length; at++) if (isSurrogatePair(text.charCodeAt(at - 1), text.charCodeAt(at))) count--;
  return count;
}

function isSurrogatePair(first: number, second: number): boolean {
  return (first & 0xfc00) === 0xd800 && (second & 0xfc00) === 0xdc00;
}
