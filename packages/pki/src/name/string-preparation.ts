/** String preparation for comparing attribute values (RFC 4518), as RFC 5280 §7.1 asks. */

/**
 * The prepared form of a value: two values are equal under caseIgnoreMatch when their prepared forms are.
 *
 * Deviations from RFC 4518: code points that are prohibited or unassigned there (§2.4) stay as they are instead of
 * making the result undefined, so that every value equals itself; and the runs of blanks that §2.6.1 writes as two
 * become one, the outer ones none, which gives the same answers.
 */
export function prepareString(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  const mapped = text.replace(TO_SPACE, ' ').replace(TO_NOTHING, '');
  // Folding can undo a normal form and the other way round; the second round is where RFC 3454 table B.2 ends up.
  const once = fold(mapped).normalize('NFKC');
  return squeeze(fold(once).normalize('NFKC'));
}

/**
 * Folds case as Unicode's full folding does. The runtime has only case conversion: down, up and down again joins what
 * folding joins (`ẞ`, `ß` and `SS`), but for the two letters that are put right here.
 */
function fold(text: string): string {
  const folded = text
    .split(DOTLESS_I)
    .map((part) => part.toLowerCase().toUpperCase().toLowerCase())
    .join(DOTLESS_I);
  return folded.replaceAll('ς', 'σ');
}

/** Drops the outer blanks and makes one of each inner run. A blank that carries a combining mark is not insignificant. */
function squeeze(text: string): string {
  return text
    .replace(/ +(?!\p{M})/gu, ' ')
    .replace(/^ (?!\p{M})/u, '')
    .replace(/ $/, '');
}

/** Upper-casing `ı` gives `I`, and that lower-cased `i`, which would make one of two Turkish letters. */
const DOTLESS_I = 'ı';
/** Printable ASCII without outer blanks or inner runs: nearly every value. */
const PLAIN = /^(?:[!-~]+(?: [!-~]+)*)?$/;
/** RFC 4518 §2.2: controls that separate lines or columns, and every separator but ZERO WIDTH SPACE. */
const TO_SPACE = /[\t-\r\u0085\p{Z}]/gu;
/** RFC 4518 §2.2: the other controls and format characters, and what has no meaning of its own. */
const TO_NOTHING = /\p{Cc}|\p{Cf}|\u034f|[\u180b-\u180e]|[\ufe00-\ufe0f]|\ufffc/gu;
