import type { Actor } from '../../../audit/index.ts';
import type { KeptKey, RecoverableKeys } from '../../../key-recovery/index.ts';

/** A kept key that is opened at first use, reused if an enrollment is planned again, and overwritten at its end. */
export class OpenedKey {
  readonly #keys: RecoverableKeys;
  #opened: { readonly id: number; readonly privateKey: Uint8Array } | undefined;

  constructor(keys: RecoverableKeys) {
    this.#keys = keys;
  }

  /**
   * Opens a key, unless it is already open.
   *
   * @returns DER PKCS #8, valid until it is overwritten
   */
  async open(key: KeptKey, caller: { readonly actor: Actor; readonly username: string }): Promise<Uint8Array> {
    if (this.#opened?.id === key.id) return this.#opened.privateKey;
    this.overwrite();
    const privateKey = await this.#keys.open(key, caller);
    this.#opened = { id: key.id, privateKey };
    return privateKey;
  }

  /** Overwrites the private key. */
  overwrite(): void {
    this.#opened?.privateKey.fill(0);
    this.#opened = undefined;
  }
}
