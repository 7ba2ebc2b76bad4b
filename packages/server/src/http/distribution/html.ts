/** HTML whose texts are always escaped: what is put into a template is text, unless it is HTML itself. */

/** A piece of HTML. */
export class Html {
  readonly text: string;

  /** @param text - escaped already */
  constructor(text: string) {
    this.text = text;
  }
}

type Content = Html | string | number | readonly Html[];

/** Makes HTML of a template. Whatever is no HTML is escaped, and shown without characters that turn or hide what stands beside them. */
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
