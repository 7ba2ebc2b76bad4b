/** At most `max` characters of a text, and `...` for the rest. No character is halved, and halves that were there are replaced. */
export function shortened(text: string, max: number): string {
  return text.length <= max ? text.toWellFormed() : `${text.slice(0, max).toWellFormed()}...`;
}
