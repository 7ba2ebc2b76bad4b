/** HTML templates that escape every text put into them, unless it is HTML of such a template. */

/** A piece of HTML. */
export class Html {
  readonly text: string;

  /** @param text - escaped already */
  constructor(text: string) {
    this.text = text;
  }
}

type Content = Html | string | number | readonly Html[];

/** Fills a template. Texts are escaped, and lose characters that change the direction of text or hide it. */
export function html(parts: TemplateStringsArray, ...contents: readonly Content[]): Html {
  return new Html(
    parts.map((part, index) => (index < contents.length ? part + textOf(contents[index]!) : part)).join(''),
  );
}

function textOf(content: Content): string {
  if (content instanceof Html) return content.text;
  if (typeof content === 'object') return content.map(({ text }) => text).join('');
  return String(content)
    .replaceAll(INVISIBLE, '\uFFFD')
    .replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}

const INVISIBLE = /[\p{Cc}\p{Cf}]/gu;
