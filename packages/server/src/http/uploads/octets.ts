/** Documents as they pass through the server: in memory while they are small, on disk otherwise. */

/** Octets that can be read from any place, more than once, while the request lasts. */
export interface Octets {
  readonly octets: number;
  /** All of them, when they are in memory. */
  readonly inMemory: Uint8Array | undefined;
  /** The octets from `offset` on: `length`, or as many as there are. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** Octets that are in memory. */
export function octetsOf(bytes: Uint8Array): Octets {
  return {
    octets: bytes.length,
    inMemory: bytes,
    read: (offset, length) => Promise.resolve(bytes.subarray(offset, offset + length)),
  };
}

/** From the first to the last, in pieces of `PIECE_OCTETS`, which is a multiple of three: base64 of each can be put together. */
export async function* piecesOf(document: Octets): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < document.octets; offset += PIECE_OCTETS) yield document.read(offset, PIECE_OCTETS);
}

const PIECE_OCTETS = 192 * 1024;
