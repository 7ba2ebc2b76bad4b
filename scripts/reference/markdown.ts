/** The parts of Markdown that the pages of the reference are made of. */

/** A table. A bar in a cell is escaped, and a line break is a blank. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |\n`;
  return line(head) + line(head.map(() => '---')).replaceAll(' ', '') + rows.map(line).join('');
}

/** Text in the type of code. */
export function code(text: string): string {
  return `\`${text}\``;
}

/** Words with commas between them, and `or` before the last one. */
export function alternatives(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

/** The head of a page, which says what writes it. */
export function title(text: string): string {
  return `# ${text}\n\n<!-- Written by scripts/write-reference.ts: change the sources, not this page. -->\n\n`;
}

function cell(text: string): string {
  return text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ');
}
