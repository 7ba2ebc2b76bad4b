/** The open crypto tokens of a process, and the acts of a key host that need nothing but the open token. */
import type { WrappedKey } from '@sealwright/pki';
import type {
  CryptoToken,
  KeyPairImport,
  KeyPairInfo,
  KeyPairRequest,
  MessageSignatureOptions,
  SignatureOptions,
  StoredKeyPair,
} from '../../modules/crypto-tokens/index.ts';

/** An open token and what was true when it was last compared with what is stored. */
export interface OpenToken {
  readonly token: CryptoToken;
  /** The generation of the token under which it was opened. */
  readonly generation: number;
  /** The configuration epoch, noted before the comparison. */
  epoch: number;
}

/** Open tokens, each compared with what is stored once under each configuration epoch. */
export abstract class OpenTokens<T extends OpenToken> {
  readonly #epoch: () => number;
  readonly #held = new Map<number, T>();
  /** Comparisons under way, so that a token is opened once however many ask for it. */
  readonly #checks = new Map<number, Promise<T>>();

  constructor(epoch: () => number) {
    this.#epoch = epoch;
  }

  async generateKeyPair(tokenId: number, request: KeyPairRequest): Promise<StoredKeyPair> {
    return (await this.usable(tokenId)).generateKeyPair(request);
  }

  async importKeyPair(tokenId: number, request: KeyPairImport): Promise<StoredKeyPair> {
    return (await this.usable(tokenId)).importKeyPair(request);
  }

  async removeKeyPair(tokenId: number, alias: string, publicKey: Uint8Array): Promise<void> {
    await (await this.usable(tokenId)).removeKeyPair(alias, publicKey);
  }

  async listKeys(tokenId: number): Promise<readonly KeyPairInfo[]> {
    return (await this.usable(tokenId)).listKeys();
  }

  async publicKey(tokenId: number, alias: string): Promise<Uint8Array> {
    return (await this.usable(tokenId)).publicKey(alias);
  }

  async certificates(tokenId: number, alias: string): Promise<readonly Uint8Array[]> {
    return (await this.usable(tokenId)).certificates(alias);
  }

  sign(
    tokenId: number,
    alias: string,
    signatureAlgorithm: string,
    data: Uint8Array,
    options?: MessageSignatureOptions,
  ): Promise<Uint8Array> {
    const held = this.#held.get(tokenId);
    if (held?.epoch === this.#epoch()) return held.token.sign(alias, signatureAlgorithm, data, options);
    return this.usable(tokenId).then((token) => token.sign(alias, signatureAlgorithm, data, options));
  }

  async signDigest(
    tokenId: number,
    alias: string,
    signatureAlgorithm: string,
    digest: Uint8Array,
    options?: SignatureOptions,
  ): Promise<Uint8Array> {
    return (await this.usable(tokenId)).signDigest(alias, signatureAlgorithm, digest, options);
  }

  async unwrapKey(tokenId: number, alias: string, wrapped: WrappedKey): Promise<Uint8Array> {
    return (await this.usable(tokenId)).unwrapKey(alias, wrapped);
  }

  async generation(tokenId: number): Promise<number> {
    return (await this.current(tokenId)).generation;
  }

  async testKey(tokenId: number, alias: string): Promise<void> {
    await (await this.usable(tokenId)).testKey(alias);
  }

  /** Compares a token with what is stored, and opens it where that is allowed. `epoch` was noted before. */
  protected abstract check(tokenId: number, epoch: number): Promise<T>;

  /** Returns the token that is open now, whatever the epoch; undefined without one. */
  protected held(tokenId: number): T | undefined {
    return this.#held.get(tokenId);
  }

  protected async usable(tokenId: number): Promise<CryptoToken> {
    return (await this.current(tokenId)).token;
  }

  /** Returns the open token, as it is allowed under the present epoch. */
  protected async current(tokenId: number): Promise<T> {
    for (;;) {
      const epoch = this.#epoch();
      const held = this.#held.get(tokenId);
      if (held?.epoch === epoch) return held;
      const running = this.#checks.get(tokenId);
      if (running === undefined) return this.#startCheck(tokenId, epoch);
      // It may have begun before the epoch moved: look again.
      await running;
    }
  }

  #startCheck(tokenId: number, epoch: number): Promise<T> {
    const check = this.check(tokenId, epoch).finally(() => this.#checks.delete(tokenId));
    this.#checks.set(tokenId, check);
    return check;
  }

  protected hold(tokenId: number, held: T): T {
    this.drop(tokenId);
    this.#held.set(tokenId, held);
    return held;
  }

  protected drop(tokenId: number): void {
    this.#held.get(tokenId)?.token.close();
    this.#held.delete(tokenId);
  }
}
