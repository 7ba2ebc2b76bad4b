/**
 * Text from elsewhere (a database, a device, a file) for a terminal: each control and formatting character, which could rewrite what is
 * shown, becomes a blank. Line feeds are among them.
 */
export function terminalText(text: string): string {
  return text.toWellFormed().replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ');
}
