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
import { SoftwareKey, type SoftwareKeyDeps } from '../software-key.ts';
import type { KeystoreEntry } from './keystore-contents.ts';

/** An open keystore. Aliases are the same in either letter case, as in Java, whose keystores know them in lower case. */
export class KeystoreToken implements CryptoToken {
  readonly #id: number;
  readonly #isStill: (properties: TokenDescription['properties']) => boolean;
  readonly #keys: ReadonlyMap<string, { readonly entry: KeystoreEntry; readonly key: SoftwareKey }>;
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
    this.#keys = new Map(
      entries.map((entry) => {
        const key = new SoftwareKey(entry.info, entry.privateKey, deps);
        return [entry.info.alias.toLowerCase(), { entry, key }] as const;
      }),
    );
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
    const infos = [...this.#keys.values()].map(({ entry }) => entry.info);
    return infos.toSorted((a, b) => (a.alias < b.alias ? -1 : 1));
  }

  async publicKey(alias: string): Promise<Uint8Array> {
    return this.#get(alias).entry.info.publicKey;
  }

  async certificates(alias: string): Promise<readonly Uint8Array[]> {
    return this.#get(alias).entry.certificates;
  }

  async sign(
    alias: string,
    algorithm: string,
    data: Uint8Array,
    options?: MessageSignatureOptions,
  ): Promise<Uint8Array> {
    return this.#get(alias).key.sign(algorithm, data, options);
  }

  async signDigest(
    alias: string,
    algorithm: string,
    digest: Uint8Array,
    options?: SignatureOptions,
  ): Promise<Uint8Array> {
    return this.#get(alias).key.signDigest(algorithm, digest, options);
  }

  async testKey(alias: string): Promise<void> {
    await this.#get(alias).key.test(this.#id);
  }

  fits(properties: TokenDescription['properties']): boolean {
    return this.#isStill(properties);
  }

  refresh(): void {
    // What it holds stays as it was read, until the keystore is another.
  }

  close(): void {
    this.#isOpen = false;
    for (const { key } of this.#keys.values()) key.close();
  }

  #get(alias: string) {
    this.#requireOpen();
    const found = this.#keys.get(alias.toLowerCase());
    if (found === undefined) throw new UnknownKeyAliasError(alias);
    return found;
  }

  #requireOpen(): void {
    if (!this.#isOpen) throw new CryptoTokenOfflineError(this.#id);
  }
}
