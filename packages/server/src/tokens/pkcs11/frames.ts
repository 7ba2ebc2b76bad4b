/**
 * Encoding of a message of plain data on a pipe: four octets with the length of the rest, four with that of a JSON text, the text, then
 * all octets that the message holds. In the text such a member is `{"$octets":[offset,length]}`, so that they are not written as text.
 */
import { FramedPieces, uint32 } from '../../kernel/formats/framed-pieces.ts';

/**
 * One frame.
 *
 * @param message - strings, numbers, booleans, null, arrays, plain objects and `Uint8Array`; undefined members are left out
 */
export function encodeFrame(message: object): Uint8Array {
  const octets: Uint8Array[] = [];
  let length = 0;
  const text = JSON.stringify(message, function (this: Record<string, unknown>, name, value: unknown) {
    // A Buffer has turned itself into an object by now: the holder has the original.
    const original = this[name];
    if (!(original instanceof Uint8Array)) return value;
    octets.push(original);
    length += original.length;
    return { $octets: [length - original.length, original.length] };
  });
  const json = new TextEncoder().encode(text);
  const frame = new Uint8Array(HEADER + json.length + length);
  const view = new DataView(frame.buffer);
  view.setUint32(0, frame.length - 4);
  view.setUint32(4, json.length);
  frame.set(json, HEADER);
  let at = HEADER + json.length;
  for (const each of octets) {
    frame.set(each, at);
    at += each.length;
  }
  return frame;
}

/** Puts messages together again from whatever pieces a pipe delivers. */
export class FrameReader {
  readonly #pieces = new FramedPieces((length) => {
    if (length < HEADER || length > MAX_FRAME) throw new TypeError(`a frame cannot have ${length} octets`);
  });

  /**
   * Takes the next piece and gives the messages that it completes.
   *
   * @throws TypeError after which nothing more can be read
   */
  *push(piece: Uint8Array): Generator<object> {
    for (const frame of this.#pieces.take(piece)) yield decodeFrame(frame);
  }
}

function decodeFrame(frame: Uint8Array): object {
  const jsonEnd = HEADER + uint32(frame, 4);
  if (jsonEnd > frame.length) throw new TypeError('the text of a frame ends beyond it');
  const octets = frame.subarray(jsonEnd);
  let message: unknown;
  try {
    message = JSON.parse(UTF8.decode(frame.subarray(HEADER, jsonEnd)), (_, value: unknown) => revive(value, octets));
  } catch (error) {
    if (error instanceof TypeError) throw error;
    throw new TypeError('the text of a frame is not JSON', { cause: error });
  }
  if (typeof message !== 'object' || message === null) throw new TypeError('a frame holds no message');
  return message;
}

function revive(value: unknown, octets: Uint8Array): unknown {
  if (typeof value !== 'object' || value === null || !('$octets' in value)) return value;
  const [offset, length] = value.$octets as [number, number];
  const sound = Number.isInteger(offset) && Number.isInteger(length) && offset >= 0 && length >= 0;
  if (!sound || offset + length > octets.length) throw new TypeError('a frame names octets that it does not have');
  // Copied: the frame is as large as all that came with it.
  return new Uint8Array(octets.subarray(offset, offset + length));
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });
const HEADER = 8;
/** Far above any certificate, CRL or list of keys, far below what would fill the memory. */
const MAX_FRAME = 2 ** 28;
