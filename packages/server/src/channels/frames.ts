/**
 * Frames on a socket between two processes of one host: four octets with the length of the rest, four with the CRC-32 of what follows them,
 * four with a number that the answer repeats, then the content.
 */
import { crc32 } from 'node:zlib';
import { FramedPieces, uint32 } from '../kernel/formats/framed-pieces.ts';
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
  readonly #pieces = new FramedPieces((length) => {
    if (length < HEADER || length > MAX_FRAME) throw new BrokenFrameError(`it cannot have ${length} octets`);
  });

  /**
   * Takes the next piece and gives the frames that it completes. Their contents are copies that nobody else holds.
   *
   * @throws {@link BrokenFrameError} after which nothing more can be read
   */
  push(piece: Uint8Array): readonly Frame[] {
    return [...this.#pieces.take(piece)].map(decode);
  }
}

function decode(frame: Uint8Array): Frame {
  if (crc32(frame.subarray(8)) !== uint32(frame, 4))
    throw new BrokenFrameError('its checksum is not that of its octets');
  return { id: uint32(frame, 8), content: new Uint8Array(frame.subarray(HEADER)) };
}

const HEADER = 12;
/** Far above any group of units, far below what would fill the memory. */
const MAX_FRAME = 2 ** 28;
