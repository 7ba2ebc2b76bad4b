/** RC4, which documents of long ago are encrypted with and OpenSSL no longer offers. */

export class Rc4 {
  readonly #state: Uint8Array = IDENTITY.slice();
  #i = 0;
  #j = 0;

  constructor(key: Uint8Array) {
    for (let i = 0, j = 0; i < 256; i += 1) {
      j = (j + this.#state[i]! + key[i % key.length]!) & 0xff;
      this.#swap(i, j);
    }
  }

  /** Encrypts or decrypts what comes next. */
  update(data: Uint8Array): Uint8Array {
    const state = this.#state;
    const result = new Uint8Array(data.length);
    for (let at = 0; at < data.length; at += 1) {
      this.#i = (this.#i + 1) & 0xff;
      this.#j = (this.#j + state[this.#i]!) & 0xff;
      this.#swap(this.#i, this.#j);
      result[at] = data[at]! ^ state[(state[this.#i]! + state[this.#j]!) & 0xff]!;
    }
    return result;
  }

  #swap(i: number, j: number): void {
    const kept = this.#state[i]!;
    this.#state[i] = this.#state[j]!;
    this.#state[j] = kept;
  }
}

/** Encrypts or decrypts all of `data`. */
export function rc4(key: Uint8Array, data: Uint8Array): Uint8Array {
  return new Rc4(key).update(data);
}

const IDENTITY: Uint8Array = Uint8Array.from({ length: 256 }, (_, index) => index);
