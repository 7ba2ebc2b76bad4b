/** Documents that are read by ranges, so that large ones never stand in memory. */
import { type HashAlgorithm, startDigest } from '@sealwright/pki';

/** A document that does not change while it is read. */
export interface DocumentSource {
  /** In octets. */
  readonly size: number;

  /**
   * The octets from `offset` on: `length` of them, all of which have to lie within the document. They are valid until the next call
   * at least, and nobody writes to them.
   */
  read(offset: number, length: number): Promise<Uint8Array>;

  /**
   * Waits until others had their turn. It is called whenever some milliseconds of work were done for the document; what it throws passes through. The
   * next turn of the event loop when left out.
   *
   * @param work - done so far, in units of some nanoseconds
   */
  takeTurn?(work: number): Promise<void>;
}

/** A document in memory. */
export function bytesSource(bytes: Uint8Array): DocumentSource {
  return {
    size: bytes.length,
    read: (offset, length) => Promise.resolve(bytes.subarray(offset, requireWithin(bytes.length, offset, length))),
  };
}

/** Part of a `FileHandle` of `node:fs/promises`. */
export interface ReadableHandle {
  read(buffer: Uint8Array, offset: number, length: number, position: number): Promise<{ readonly bytesRead: number }>;
}

/** Makes a source of an open file of `size` octets. The caller that opened it closes it. */
export function fileSource(handle: ReadableHandle, size: number): DocumentSource {
  return {
    size,
    read: async (offset, length) => {
      requireWithin(size, offset, length);
      const bytes = new Uint8Array(length);
      let done = 0;
      while (done < length) {
        const { bytesRead } = await handle.read(bytes, done, length - done, offset + done);
        if (bytesRead === 0) throw new RangeError(`the file ends before ${size} octets`);
        done += bytesRead;
      }
      return bytes;
    },
  };
}

/** The octets from `start` to `end` in pieces of at most 256 KiB. */
export async function* piecesOf(
  source: DocumentSource,
  start = 0,
  end: number = source.size,
): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = start; at < end; at += PIECE) yield await source.read(at, Math.min(PIECE, end - at));
}

/** The digest of `pieces`, one after the other. */
export async function digestOf(
  algorithm: HashAlgorithm,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<Uint8Array> {
  const hash = startDigest(algorithm);
  for await (const piece of pieces) hash.update(piece);
  return new Uint8Array(hash.digest());
}

function requireWithin(size: number, offset: number, length: number): number {
  if (!(offset >= 0 && length >= 0 && offset + length <= size))
    throw new RangeError(`${length} octets from ${offset} on are not within a document of ${size}`);
  return offset + length;
}

/** Octets hashed at a time, which takes less than half a millisecond. */
const PIECE = 0x4_0000;
