/** The beginning of a text that came from outside, for a message: 40 characters, and `...` when there are more. */
export function excerpt(text: string): string {
  return text.length <= 40 ? text : `${text.slice(0, 40).toWellFormed()}...`;
}
