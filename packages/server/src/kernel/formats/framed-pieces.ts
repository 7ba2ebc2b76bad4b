/** Pieces that a socket or a pipe delivers, out of which come frames: four octets with the length of the rest, then the rest. */
export class FramedPieces {
  readonly #requirePossible: (length: number) => void;
  #pieces: Uint8Array[] = [];
  #waiting = 0;

  /** @param requirePossible - receives the length of each frame, that of its first four octets included, and throws when no frame has it */
  constructor(requirePossible: (length: number) => void) {
    this.#requirePossible = requirePossible;
  }

  /** Takes the next piece and gives the frames that it completes: views of the pieces. */
  *take(piece: Uint8Array): Generator<Uint8Array> {
    this.#pieces.push(piece);
    this.#waiting += piece.length;
    for (;;) {
      const length = this.#length();
      if (length === undefined || this.#waiting < length) return;
      const all = this.#joined();
      this.#pieces = [all.subarray(length)];
      this.#waiting -= length;
      yield all.subarray(0, length);
    }
  }

  /** The length of the next frame, as soon as it is known. */
  #length(): number | undefined {
    if (this.#waiting < 4) return undefined;
    if (this.#pieces[0]!.length < 4) this.#pieces = [this.#joined()];
    const length = 4 + uint32(this.#pieces[0]!, 0);
    this.#requirePossible(length);
    return length;
  }

  #joined(): Uint8Array {
    return this.#pieces.length === 1 ? this.#pieces[0]! : Buffer.concat(this.#pieces);
  }
}

/** Returns the number that four octets are, the highest first. */
export function uint32(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(at);
}
