import type { WrappedKey } from '@sealwright/pki';
import {
  type CryptoToken,
  CryptoTokenOfflineError,
  type CryptoTokenState,
  type KeyPairInfo,
  KeystoreReadOnlyError,
  type MessageSignatureOptions,
  type SignatureOptions,
  type TokenDescription,
  UnknownKeyAliasError,
} from '../../modules/crypto-tokens/index.ts';
import type { SoftwareKeyDeps } from '../software/index.ts';
import { isKeystoreTrouble } from './errors.ts';
import { type KeystoreEntry, listingBudget } from './keystore-contents.ts';
import { KeystoreKey, type OpenedKey } from './keystore-key.ts';

/** An open keystore. Aliases are the same in either letter case, as in Java, whose keystores know them in lower case. */
export class KeystoreToken implements CryptoToken {
  readonly #id: number;
  readonly #isStill: (properties: TokenDescription['properties']) => boolean;
  readonly #keys: ReadonlyMap<string, KeystoreKey>;
  #isOpen = true;

  /** @param isStill - whether what settings name is what the entries came from */
  constructor(
    id: number,
    entries: readonly KeystoreEntry[],
    isStill: (properties: TokenDescription['properties']) => boolean,
    deps: SoftwareKeyDeps,
  ) {
    this.#id = id;
    this.#isStill = isStill;
    this.#keys = new Map(entries.map((entry) => [entry.alias.toLowerCase(), new KeystoreKey(entry, deps)]));
  }

  get state(): CryptoTokenState {
    return this.#isOpen ? 'active' : 'offline';
  }

  async generateKeyPair(): Promise<never> {
    throw new KeystoreReadOnlyError();
  }

  async importKeyPair(): Promise<never> {
    throw new KeystoreReadOnlyError();
  }

  async removeKeyPair(): Promise<never> {
    throw new KeystoreReadOnlyError();
  }

  async listKeys(): Promise<readonly KeyPairInfo[]> {
    this.#requireOpen();
    const budget = listingBudget();
    const infos: KeyPairInfo[] = [];
    for (const key of this.#keys.values()) {
      const info = await this.#asToken(() => key.shownInfo(budget));
      if (info !== undefined) infos.push(info);
    }
    return infos.toSorted((a, b) => (a.alias < b.alias ? -1 : 1));
  }

  async publicKey(alias: string): Promise<Uint8Array> {
    return (await this.#open(alias)).info.publicKey;
  }

  async certificates(alias: string): Promise<readonly Uint8Array[]> {
    return (await this.#open(alias)).certificates;
  }

  async sign(
    alias: string,
    algorithm: string,
    data: Uint8Array,
    options?: MessageSignatureOptions,
  ): Promise<Uint8Array> {
    return (await this.#open(alias)).key.sign(algorithm, data, options);
  }

  async signDigest(
    alias: string,
    algorithm: string,
    digest: Uint8Array,
    options?: SignatureOptions,
  ): Promise<Uint8Array> {
    return (await this.#open(alias)).key.signDigest(algorithm, digest, options);
  }

  async unwrapKey(alias: string, wrapped: WrappedKey): Promise<Uint8Array> {
    return (await this.#open(alias)).key.unwrapKey(wrapped);
  }

  async testKey(alias: string): Promise<void> {
    await (await this.#open(alias)).key.test(this.#id);
  }

  fits(properties: TokenDescription['properties']): boolean {
    return this.#isStill(properties);
  }

  refresh(): void {
    // Its contents stay as they were read, until the keystore is replaced.
  }

  close(): void {
    this.#isOpen = false;
    for (const key of this.#keys.values()) key.close();
  }

  #get(alias: string): KeystoreKey {
    this.#requireOpen();
    return found(alias, this.#keys.get(alias.toLowerCase()));
  }

  async #open(alias: string): Promise<OpenedKey> {
    return found(alias, await this.#asToken(() => this.#get(alias).open()));
  }

  /** Tells callers only that the token is not available; the log has the reason. */
  async #asToken<T>(act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (cause) {
      if (!isKeystoreTrouble(cause)) throw cause;
      throw new CryptoTokenOfflineError(this.#id, { cause });
    }
  }

  #requireOpen(): void {
    if (!this.#isOpen) throw new CryptoTokenOfflineError(this.#id);
  }
}

function found<T>(alias: string, key: T | undefined): T {
  if (key === undefined) throw new UnknownKeyAliasError(alias);
  return key;
}
