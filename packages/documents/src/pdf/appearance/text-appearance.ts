/** The text that is seen where a signature has no picture: who signed, when, why and where. */
import { latin1Bytes } from '../syntax/latin1.ts';
import { serialize } from '../syntax/serialize.ts';
import { PdfString } from '../syntax/values.ts';
import { helveticaWidth, winAnsi } from './helvetica.ts';

/** Contents of the text. */
export interface SignatureText {
  readonly name: string | undefined;
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly time: number;
  readonly reason: string | undefined;
  readonly location: string | undefined;
}

/** The operators that draw the text as large as fits, in a font called `F1`. */
export function drawText(text: SignatureText, width: number, height: number): Uint8Array {
  const room = { width: Math.max(1, width - 2 * MARGIN), height: Math.max(1, height - 2 * MARGIN) };
  const paragraphs = paragraphsOf(text);
  let size = MAX_SIZE;
  let lines = breakLines(paragraphs, room.width / size);
  while (size > MIN_SIZE && lines.length * LEADING * size > room.height) {
    size -= 0.5;
    lines = breakLines(paragraphs, room.width / size);
  }
  const shown = lines.map((line) => `${serialize(new PdfString(winAnsi(line)))} Tj T*`);
  const start = `${MARGIN} ${serialize(height - MARGIN - size)} Td`;
  return latin1Bytes(
    `q 0 0 ${serialize(width)} ${serialize(height)} re W n BT /F1 ${size} Tf ${serialize(size * LEADING)} TL ${start}\n${shown.join('\n')}\nET Q\n`,
  );
}

function paragraphsOf({ name, time, reason, location }: SignatureText): readonly string[] {
  const date = new Date(time * 1000).toISOString().replace('T', ' ').replace('.000Z', ' UTC');
  const lines = [`Digitally signed by ${name ?? 'an unnamed signer'}`, `Date: ${date}`];
  if (reason !== undefined) lines.push(`Reason: ${reason}`);
  if (location !== undefined) lines.push(`Location: ${location}`);
  return lines.map((line) => line.slice(0, MAX_PARAGRAPH));
}

/** Lines no wider than `width` times the size of the font, broken at spaces; a word that is too wide stands alone. */
function breakLines(paragraphs: readonly string[], width: number): readonly string[] {
  return paragraphs.flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    for (const word of paragraph.split(/\s+/)) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (line !== '' && helveticaWidth(winAnsi(longer)) > width) {
        lines.push(line);
        line = word;
      } else line = longer;
    }
    return [...lines, line];
  });
}

const MARGIN = 2;
const MAX_SIZE = 12;
const MIN_SIZE = 2;
const LEADING = 1.2;
const MAX_PARAGRAPH = 1000;
