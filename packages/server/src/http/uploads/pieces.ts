import type { Content } from '../../kernel/content.ts';

/** From the first octet to the last, in pieces of `PIECE_OCTETS`, which is a multiple of three: base64 of each can be put together. */
export async function* piecesOf(content: Content): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < content.octets; offset += PIECE_OCTETS) yield content.read(offset, PIECE_OCTETS);
}

const PIECE_OCTETS = 192 * 1024;
