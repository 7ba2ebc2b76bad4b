/** At most `max` characters of a text, and `...` for the rest. No character is halved, and halves that were there are replaced. */
export function shortened(text: string, max: number): string {
  return text.length <= max ? text.toWellFormed() : `${text.slice(0, max).toWellFormed()}...`;
}

/** As {@link shortened}, in one line that carries no control character: a text from outside, for a message, a log or a database. */
export function inOneLine(text: string, max = Infinity): string {
  return shortened(text, max).replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ');
}
