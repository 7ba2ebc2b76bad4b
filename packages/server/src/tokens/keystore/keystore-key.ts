/** A key of an open keystore. It stays encrypted until it is used. */
import { type Certificate, compareBytes, PkiError, type WorkBudget } from '@sealwright/pki';
import { type KeyPairInfo, UnsupportedKeyError } from '../../modules/crypto-tokens/index.ts';
import { publicPartOf, readPrivateKey, SoftwareKey, type SoftwareKeyDeps } from '../software/index.ts';
import { UnreadableKeystoreError } from './errors.ts';
import type { KeystoreEntry } from './keystore-contents.ts';

/** A key that was decrypted. */
export interface OpenedKey {
  readonly key: SoftwareKey;
  readonly info: KeyPairInfo;
  /** DER: all that may belong to it, its own first when there is one. */
  readonly certificates: readonly Uint8Array[];
}

/** A key of a keystore. Keys that would not be made here, such as short ones, cannot be used: every answer about them is undefined. */
export class KeystoreKey {
  readonly #entry: KeystoreEntry;
  readonly #deps: SoftwareKeyDeps;
  #opened: Promise<OpenedKey | undefined> | undefined;

  constructor(entry: KeystoreEntry, deps: SoftwareKeyDeps) {
    this.#entry = entry;
    this.#deps = deps;
  }

  /**
   * Describes it by its certificate, for lists. Without one the key is decrypted, within the budget.
   *
   * @throws {@link UnreadableKeystoreError}
   */
  async shownInfo(budget: WorkBudget): Promise<KeyPairInfo | undefined> {
    const { own, alias } = this.#entry;
    if (own === undefined) return (await this.open(budget))?.info;
    return supported(() => ({ alias, keyUsage: undefined, ...publicPartOf(own.publicKeyDer) }));
  }

  /**
   * Decrypts the key when it is first asked for. What went wrong is remembered, but for a budget that others have used up.
   *
   * @throws {@link UnreadableKeystoreError}
   */
  open(budget?: WorkBudget): Promise<OpenedKey | undefined> {
    if (this.#opened !== undefined) return this.#opened;
    const opened = this.#open(budget);
    this.#opened = opened;
    if (budget !== undefined) opened.catch(() => (this.#opened = undefined));
    return opened;
  }

  close(): void {
    // A key that could not be opened needs no closing.
    this.#opened?.then(
      (opened) => opened?.key.close(),
      () => undefined,
    );
    this.#opened = undefined;
  }

  async #open(budget: WorkBudget | undefined): Promise<OpenedKey | undefined> {
    const { alias, own, certificates } = this.#entry;
    const pkcs8 = await this.#decrypt(budget);
    try {
      const found = supported(() => readPrivateKey(pkcs8, undefined));
      if (found === undefined) return undefined;
      const { privateKey, ...publicPart } = found;
      if (own !== undefined && compareBytes(own.publicKeyDer, publicPart.publicKey) !== 0)
        throw new UnreadableKeystoreError(`the certificate stored with the key '${alias}' belongs to another key`);
      const info = { alias, keyUsage: undefined, ...publicPart };
      const isOwn = ({ publicKeyDer }: Certificate) => compareBytes(publicKeyDer, info.publicKey) === 0;
      const sorted = [...certificates.filter(isOwn), ...certificates.filter((one) => !isOwn(one))];
      const key = new SoftwareKey(info, privateKey, this.#deps);
      return { key, info, certificates: sorted.map(({ der }) => der) };
    } finally {
      pkcs8.fill(0);
    }
  }

  async #decrypt(budget: WorkBudget | undefined): Promise<Uint8Array> {
    try {
      return await this.#entry.decrypt(budget);
    } catch (cause) {
      if (!(cause instanceof PkiError)) throw cause;
      throw new UnreadableKeystoreError(`the key '${this.#entry.alias}' in it: ${cause.message}`, { cause });
    }
  }
}

function supported<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnsupportedKeyError) return undefined;
    throw error;
  }
}
