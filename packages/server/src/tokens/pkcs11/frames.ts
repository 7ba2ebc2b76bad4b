/**
 * Encoding of a message of plain data on a pipe: four octets with the length of the rest, four with that of a JSON text, the text, then
 * all octets that the message holds. In the text such a member is `{"$octets":[offset,length]}`, so that they are not written as text.
 */

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
  #pieces: Uint8Array[] = [];
  #waiting = 0;

  /**
   * Takes the next piece and gives the messages that it completes.
   *
   * @throws TypeError after which nothing more can be read
   */
  *push(piece: Uint8Array): Generator<object> {
    this.#pieces.push(piece);
    this.#waiting += piece.length;
    for (;;) {
      if (this.#waiting < HEADER) return;
      const length = 4 + this.#peekLength();
      if (length < HEADER || length > MAX_FRAME) throw new TypeError(`a frame cannot have ${length} octets`);
      if (this.#waiting < length) return;
      const all = this.#joined();
      this.#pieces = [all.subarray(length)];
      this.#waiting -= length;
      yield decodeFrame(all.subarray(0, length));
    }
  }

  #peekLength(): number {
    if (this.#pieces[0]!.length < HEADER) this.#pieces = [this.#joined()];
    return uint32(this.#pieces[0]!, 0);
  }

  #joined(): Uint8Array {
    return this.#pieces.length === 1 ? this.#pieces[0]! : Buffer.concat(this.#pieces);
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

function uint32(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(at);
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });
const HEADER = 8;
/** Far above any certificate, CRL or list of keys, far below what would fill the memory. */
const MAX_FRAME = 2 ** 28;
