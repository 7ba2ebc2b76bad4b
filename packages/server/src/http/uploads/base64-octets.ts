import { BadBase64Error } from './errors.ts';
import type { Content } from '../../kernel/content.ts';
import { piecesOf } from './pieces.ts';

/**
 * The octets that a document in base64 stands for, piece by piece. White space in it is passed over.
 *
 * @throws {@link BadBase64Error}
 */
export async function* decodedPieces(encoded: Content): AsyncGenerator<Uint8Array> {
  let rest = '';
  for await (const piece of piecesOf(encoded)) {
    const octets = Buffer.from(piece.buffer, piece.byteOffset, piece.length);
    const text = rest + octets.toString('latin1').replaceAll(BLANKS, '');
    // The last group is kept back: it alone may be padded.
    const whole = Math.max(0, text.length - (text.length % GROUP) - GROUP);
    rest = text.slice(whole);
    const groups = text.slice(0, whole);
    if (groups.includes('=')) throw new BadBase64Error();
    yield decode(groups);
  }
  yield decode(rest);
}

function decode(text: string): Uint8Array {
  try {
    return Uint8Array.fromBase64(text);
  } catch {
    throw new BadBase64Error();
  }
}

const BLANKS = /[\t\n\f\r ]/g;
const GROUP = 4;
