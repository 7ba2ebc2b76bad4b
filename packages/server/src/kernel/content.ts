/** Documents as they pass through the server: in memory while they are small, else wherever they were put. */

/** Octets that can be read from any place, more than once, while the request lasts. */
export interface Content {
  readonly octets: number;
  /** All of it, when it is in memory. */
  readonly inMemory: Uint8Array | undefined;
  /** The octets from `offset` on: `length`, or as many as there are. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** A content that is in memory. */
export function contentOf(bytes: Uint8Array): Content {
  return {
    octets: bytes.length,
    inMemory: bytes,
    read: (offset, length) => Promise.resolve(bytes.subarray(offset, offset + length)),
  };
}

/** All octets at once. For formats that cannot be worked on piece by piece; the caller bounds the size. */
export async function allOf(content: Content): Promise<Uint8Array> {
  return content.inMemory ?? content.read(0, content.octets);
}
