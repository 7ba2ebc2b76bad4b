/**
 * The grams of a certificate: what each three letters in a row of its texts, and each three digits of its serial number, stand for in the index.
 *
 * A gram is a number of 22 bits. Those of ASCII are the letters themselves; others share numbers, which costs a look at a row and never a result.
 *
 * Two more stand for the CA and the end entity profile, so that certificates of others can be left out without a look at their rows.
 */

/** Columns of a certificate that are indexed, as its row has them. */
export interface CertificateTexts {
  readonly ca_id: number;
  readonly end_entity_profile_id: number;
  readonly serial: Uint8Array;
  readonly username: string | null;
  readonly subject_dn: string;
  readonly subject_alt_name: string | null;
  readonly account_binding_id: string | null;
}

/** Lower-cases letters of ASCII alone: `lower` of both databases changes no others. */
export function foldLetters(text: string): string {
  if (!OTHER_THAN_ASCII.test(text)) return text.toLowerCase();
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Calls `take` with each gram of a certificate, in any order; one may come often. */
export function gramsOfCertificate(texts: CertificateTexts, take: (gram: number) => void): void {
  const { username, subject_dn: subject, subject_alt_name: alternative, account_binding_id: binding } = texts;
  for (const text of [username, subject, alternative, binding])
    if (text !== null && text.length >= GRAM_LETTERS) gramsOfText(foldLetters(text), take);
  gramsOfDigits(texts.serial.toHex().replace(/^0+/, ''), take);
  take(gramOfScope('ca_id', texts.ca_id));
  take(gramOfScope('end_entity_profile_id', texts.end_entity_profile_id));
}

/** The columns of a row that decide who sees it, other than its status and its certificate profile. */
export type ScopeColumn = 'ca_id' | 'end_entity_profile_id';

/** Returns the gram of a CA or an end entity profile. Several may have the same. */
export function gramOfScope(column: ScopeColumn, id: number): number {
  return FIRST_OF_SCOPE[column] + (Math.imul(id, MIX) >>> (32 - SCOPE_BITS));
}

/** Returns the range in which the grams of a column are, and no others: the first, and the one behind the last. */
export function scopeGrams(column: ScopeColumn): { readonly first: number; readonly end: number } {
  const first = FIRST_OF_SCOPE[column];
  return { first, end: first + 2 ** SCOPE_BITS };
}

/** Returns the grams that every text has in which this one is. None for a text of less than three letters. */
export function gramsIn(text: string): readonly number[] {
  return collect((take) => gramsOfText(foldLetters(text), take));
}

/** Returns the grams that every serial number has in which these digits are; undefined for what is not a hexadecimal digit. */
export function gramsInSerial(digits: string): readonly number[] | undefined {
  if (!/^[0-9A-Fa-f]*$/.test(digits)) return undefined;
  return collect((take) => gramsOfDigits(digits.toLowerCase(), take));
}

/** A text with fewer letters has no gram. */
export const GRAM_LETTERS = 3;
/** Behind all grams. */
export const GRAMS_END = 2 ** 22;

function gramsOfText(folded: string, take: (gram: number) => void): void {
  let first = folded.charCodeAt(0);
  let second = folded.charCodeAt(1);
  for (let at = 2; at < folded.length; at++) {
    const third = folded.charCodeAt(at);
    take(gramOf(first, second, third));
    first = second;
    second = third;
  }
}

/** Digits are control characters here, which no text has, so that they are not mistaken for letters. */
function gramsOfDigits(digits: string, take: (gram: number) => void): void {
  let [first, second] = [digitAt(digits, 0), digitAt(digits, 1)];
  for (let at = 2; at < digits.length; at++) {
    const third = digitAt(digits, at);
    take(gramOf(first, second, third));
    first = second;
    second = third;
  }
}

function digitAt(digits: string, at: number): number {
  const code = digits.charCodeAt(at);
  return 1 + (code <= NINE ? code - ZERO : code - LOWER_A + 10);
}

function gramOf(first: number, second: number, third: number): number {
  if (first !== 0 && (first | second | third) < 0x80) return (first << 14) | (second << 7) | third;
  const mixed = Math.imul(Math.imul(Math.imul(first, MIX) + second, MIX) + third, MIX);
  return OTHERS | (mixed >>> 11);
}

function collect(list: (take: (gram: number) => void) => void): readonly number[] {
  const grams = new Set<number>();
  list((gram) => grams.add(gram));
  return [...grams];
}

const OTHER_THAN_ASCII = /[\u0080-\uffff]/;
const OTHERS = 2 ** 21;
const MIX = 0x9e37_79b1;
const SCOPE_BITS = 13;
/**
 * Where NUL would be the first letter. No text has it, since PostgreSQL stores none and no input may, so these grams were free in segments of earlier
 * releases, too. A text that has it all the same has other grams.
 */
const FIRST_OF_SCOPE = { ca_id: 0, end_entity_profile_id: 2 ** SCOPE_BITS } as const satisfies Record<
  ScopeColumn,
  number
>;
const ZERO = 0x30;
const NINE = 0x39;
const LOWER_A = 0x61;
