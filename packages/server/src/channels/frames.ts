/**
 * Frames on a socket between two processes of one host: four octets with the length of the rest, four with the CRC-32 of what follows them,
 * four with a number that the answer repeats, then the content.
 */
import { crc32 } from 'node:zlib';
import { BrokenFrameError, FrameTooLargeError } from './errors.ts';

/** One frame as it was received. */
export interface Frame {
  readonly id: number;
  readonly content: Uint8Array;
}

/** Encodes a frame. @throws {@link FrameTooLargeError} */
export function encodeFrame({ id, content }: Frame): Buffer {
  if (HEADER + content.length > MAX_FRAME) throw new FrameTooLargeError(content.length);
  const frame = Buffer.allocUnsafe(HEADER + content.length);
  frame.writeUInt32BE(HEADER - 4 + content.length, 0);
  frame.writeUInt32BE(id, 8);
  frame.set(content, HEADER);
  frame.writeUInt32BE(crc32(frame.subarray(8)), 4);
  return frame;
}

/** Puts frames together again from whatever pieces a socket delivers. */
export class FrameReader {
  #pieces: Uint8Array[] = [];
  #waiting = 0;

  /**
   * Takes the next piece and gives the frames that it completes. Their contents are copies that nobody else holds.
   *
   * @throws {@link BrokenFrameError} after which nothing more can be read
   */
  push(piece: Uint8Array): readonly Frame[] {
    this.#pieces.push(piece);
    this.#waiting += piece.length;
    const frames: Frame[] = [];
    for (;;) {
      const length = this.#length();
      if (length === undefined || this.#waiting < length) return frames;
      const all = this.#joined();
      frames.push(decode(all.subarray(0, length)));
      this.#pieces = [all.subarray(length)];
      this.#waiting -= length;
    }
  }

  /** The length of the next frame, as soon as it is known. */
  #length(): number | undefined {
    if (this.#waiting < 4) return undefined;
    if (this.#pieces[0]!.length < 4) this.#pieces = [this.#joined()];
    const length = 4 + uint32(this.#pieces[0]!, 0);
    if (length < HEADER || length > MAX_FRAME) throw new BrokenFrameError(`it cannot have ${length} octets`);
    return length;
  }

  #joined(): Uint8Array {
    return this.#pieces.length === 1 ? this.#pieces[0]! : Buffer.concat(this.#pieces);
  }
}

function decode(frame: Uint8Array): Frame {
  if (crc32(frame.subarray(8)) !== uint32(frame, 4))
    throw new BrokenFrameError('its checksum is not that of its octets');
  return { id: uint32(frame, 8), content: new Uint8Array(frame.subarray(HEADER)) };
}

function uint32(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(at);
}

const HEADER = 12;
/** Far above any group of units, far below what would fill the memory. */
const MAX_FRAME = 2 ** 28;
