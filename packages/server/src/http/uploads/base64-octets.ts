import { BadBase64Error } from './errors.ts';
import type { Content } from '../../kernel/content.ts';
import { piecesOf } from './pieces.ts';

/**
 * The octets that content in base64 stands for, piece by piece. White space in it is passed over.
 *
 * @throws {@link BadBase64Error}
 */
export async function* decodedPieces(encoded: Content): AsyncGenerator<Uint8Array> {
  const decoder = new Base64Decoder();
  for await (const piece of piecesOf(encoded)) yield decoder.decode(piece);
  yield decoder.end();
}

/** Base64 that comes in pieces. White space in it is passed over. */
export class Base64Decoder {
  #rest = '';

  /** Returns the octets that are certain by now. @throws {@link BadBase64Error} */
  decode(piece: Uint8Array): Uint8Array {
    const octets = Buffer.from(piece.buffer, piece.byteOffset, piece.length);
    const text = this.#rest + octets.toString('latin1').replaceAll(BLANKS, '');
    // The last group is kept back: it alone may be padded.
    const whole = Math.max(0, text.length - (text.length % GROUP) - GROUP);
    this.#rest = text.slice(whole);
    const groups = text.slice(0, whole);
    if (groups.includes('=')) throw new BadBase64Error();
    return decode(groups);
  }

  /** Returns the last octets. @throws {@link BadBase64Error} */
  end(): Uint8Array {
    return decode(this.#rest);
  }
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
