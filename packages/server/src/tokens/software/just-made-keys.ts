import { hash, timingSafeEqual } from 'node:crypto';

/**
 * Token keys whose protection was made a moment ago, for the one use that follows: deriving a key from the code once more, a quarter of a second,
 * would tell nothing that is not known.
 */
export class JustMadeKeys {
  readonly #made: MadeKey[] = [];

  /** Remembers a copy of the token key for a few seconds, the last few of them only. */
  keep(tokenId: number, protection: Uint8Array, code: string, tokenKey: Uint8Array): void {
    const made = { tokenId, protection, code: digestOf(code), key: Uint8Array.from(tokenKey) };
    this.#made.push(made);
    if (this.#made.length > MAX_KEPT) this.#forget(this.#made[0]!);
    setTimeout(() => this.#forget(made), KEPT_MS).unref();
  }

  /** The token key, once, when this very protection of this token was made with this very code; for the caller to overwrite. */
  take(tokenId: number, protection: Uint8Array, code: string): Uint8Array | undefined {
    const given = digestOf(code);
    const made = this.#made.find(
      (each) => each.tokenId === tokenId && Buffer.compare(each.protection, protection) === 0,
    );
    if (made === undefined || !timingSafeEqual(made.code, given)) return undefined;
    const key = Uint8Array.from(made.key);
    this.#forget(made);
    return key;
  }

  #forget(made: MadeKey): void {
    const at = this.#made.indexOf(made);
    if (at !== -1) this.#made.splice(at, 1);
    made.key.fill(0);
  }
}

/** The code itself is not kept. */
interface MadeKey {
  readonly tokenId: number;
  readonly protection: Uint8Array;
  readonly code: Uint8Array;
  readonly key: Uint8Array;
}

function digestOf(code: string): Uint8Array {
  return hash('sha256', code, 'buffer');
}

const MAX_KEPT = 4;
const KEPT_MS = 10_000;
