/** The beginning of a text that came from outside, for a message: 40 characters or `max`, and `...` when there are more. */
export function excerpt(text: string, max = 40): string {
  return text.length <= max ? text : `${text.slice(0, max).toWellFormed()}...`;
}

/** A number that came from outside, for a message: a long one by its length, as it may have thousands of digits. */
export function shownInteger(value: bigint): string {
  return value > -MAX_SHOWN && value < MAX_SHOWN ? String(value) : 'a number of more than 160 bits';
}

/** Serial numbers and the numbers of CRLs have 20 octets. */
const MAX_SHOWN = 2n ** 160n;
