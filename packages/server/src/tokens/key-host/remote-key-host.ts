/** The key host of another process of the same host, as one sees it that signs with keys in software itself. */
import type { WrappedKey } from '@sealwright/pki';
import type { Duplex } from 'node:stream';
import { AskingChannel, type ChannelLostError } from '../../channels/index.ts';
import type {
  CreatedToken,
  CryptoToken,
  CryptoTokenState,
  KeyHost,
  KeyPairImport,
  KeyPairInfo,
  KeyPairRequest,
  MessageSignatureOptions,
  SignatureOptions,
  StoredKeyPair,
  TokenDescription,
  TokenDirectory,
} from '../../modules/crypto-tokens/index.ts';
import type { SoftwareTokenDriver } from '../software/index.ts';
import { ForwardedToken } from './forwarded-token.ts';
import {
  decodeKeyHostAnswer,
  encodeKeyHostQuestion,
  type ForwardedAct,
  type KeyHostQuestion,
  type LentToken,
} from './key-host-messages.ts';

export interface RemoteKeyHostDeps {
  readonly channel: Duplex;
  /** Is told when the key host is gone. */
  readonly onLost: (error: ChannelLostError) => void;
  readonly directory: Pick<TokenDirectory, 'epoch'>;
  readonly software: Pick<SoftwareTokenDriver, 'adopt'>;
}

export class RemoteKeyHost implements KeyHost {
  readonly #channel: AskingChannel;
  readonly #directory: Pick<TokenDirectory, 'epoch'>;
  readonly #software: Pick<SoftwareTokenDriver, 'adopt'>;
  readonly #held = new Map<number, HeldToken>();
  /** Questions under way, so that a token is lent once however many want it. */
  readonly #checks = new Map<number, Promise<HeldToken>>();

  constructor({ channel, onLost, directory, software }: RemoteKeyHostDeps) {
    this.#channel = new AskingChannel(channel, onLost);
    this.#directory = directory;
    this.#software = software;
  }

  create(token: TokenDescription, code: string, keyPairs: readonly KeyPairRequest[]): Promise<CreatedToken> {
    return this.#forward('create', token, code, keyPairs);
  }

  activate(tokenId: number, code: string): Promise<void> {
    return this.#forward('activate', tokenId, code);
  }

  checkCode(token: TokenDescription, code: string): Promise<void> {
    return this.#forward('checkCode', token, code);
  }

  async deactivate(tokenId: number): Promise<void> {
    this.#drop(tokenId);
    await this.#forward('deactivate', tokenId);
  }

  state(tokenId: number): Promise<CryptoTokenState> {
    return this.#forward('state', tokenId);
  }

  sharing(tokenId: number, others: readonly number[]): Promise<readonly number[]> {
    return this.#forward('sharing', tokenId, others);
  }

  async generateKeyPair(tokenId: number, request: KeyPairRequest): Promise<StoredKeyPair> {
    return (await this.#usable(tokenId)).generateKeyPair(request);
  }

  async importKeyPair(tokenId: number, request: KeyPairImport): Promise<StoredKeyPair> {
    return (await this.#usable(tokenId)).importKeyPair(request);
  }

  /** Everybody who holds the key drops it. Other processes do when they look at the row again, under the next epoch. */
  async removeKeyPair(tokenId: number, alias: string, publicKey: Uint8Array): Promise<void> {
    const token = await this.#usable(tokenId);
    await this.#forward('removeKeyPair', tokenId, alias, publicKey);
    if (!(token instanceof ForwardedToken)) await token.removeKeyPair(alias, publicKey);
  }

  async listKeys(tokenId: number): Promise<readonly KeyPairInfo[]> {
    return (await this.#usable(tokenId)).listKeys();
  }

  async publicKey(tokenId: number, alias: string): Promise<Uint8Array> {
    return (await this.#usable(tokenId)).publicKey(alias);
  }

  async certificates(tokenId: number, alias: string): Promise<readonly Uint8Array[]> {
    return (await this.#usable(tokenId)).certificates(alias);
  }

  sign(
    tokenId: number,
    alias: string,
    signatureAlgorithm: string,
    data: Uint8Array,
    options?: MessageSignatureOptions,
  ): Promise<Uint8Array> {
    const held = this.#held.get(tokenId);
    if (held?.epoch === this.#directory.epoch()) return held.token.sign(alias, signatureAlgorithm, data, options);
    return this.#usable(tokenId).then((token) => token.sign(alias, signatureAlgorithm, data, options));
  }

  async signDigest(
    tokenId: number,
    alias: string,
    signatureAlgorithm: string,
    digest: Uint8Array,
    options?: SignatureOptions,
  ): Promise<Uint8Array> {
    return (await this.#usable(tokenId)).signDigest(alias, signatureAlgorithm, digest, options);
  }

  async unwrapKey(tokenId: number, alias: string, wrapped: WrappedKey): Promise<Uint8Array> {
    return (await this.#usable(tokenId)).unwrapKey(alias, wrapped);
  }

  async generation(tokenId: number): Promise<number> {
    return (await this.#current(tokenId)).generation;
  }

  async testKey(tokenId: number, alias: string): Promise<void> {
    await (await this.#usable(tokenId)).testKey(alias);
  }

  changeCode(tokenId: number, code: string, newCode: string): Promise<Uint8Array | null> {
    return this.#forward('changeCode', tokenId, code, newCode);
  }

  async #usable(tokenId: number): Promise<CryptoToken> {
    return (await this.#current(tokenId)).token;
  }

  /** The token as it was lent under the epoch of now. */
  async #current(tokenId: number): Promise<HeldToken> {
    for (;;) {
      const epoch = this.#directory.epoch();
      const held = this.#held.get(tokenId);
      if (held?.epoch === epoch) return held;
      const running = this.#checks.get(tokenId);
      if (running === undefined) return this.#startCheck(tokenId, epoch);
      // It may have begun before the epoch moved: look again.
      await running;
    }
  }

  #startCheck(tokenId: number, epoch: number): Promise<HeldToken> {
    const check = this.#check(tokenId, epoch).finally(() => this.#checks.delete(tokenId));
    this.#checks.set(tokenId, check);
    return check;
  }

  /** `epoch` was noted before. */
  async #check(tokenId: number, epoch: number): Promise<HeldToken> {
    const held = this.#held.get(tokenId);
    const lent = await this.#lend(tokenId, held?.generation);
    if (lent.kind === 'same' && held !== undefined && this.#held.get(tokenId) === held) {
      held.token.refresh({});
      held.epoch = epoch;
      return held;
    }
    this.#drop(tokenId);
    // Somebody has deactivated the token here while the question was under way.
    if (lent.kind === 'same') return this.#check(tokenId, epoch);
    const token =
      lent.kind === 'software'
        ? this.#software.adopt(tokenId, lent.tokenKey)
        : new ForwardedToken(tokenId, (act, ...args) => this.#forward(act, ...args));
    const made = { token, generation: lent.generation, epoch };
    this.#held.set(tokenId, made);
    return made;
  }

  async #lend(tokenId: number, known: number | undefined): Promise<LentToken> {
    try {
      return (await this.#ask('lend', [tokenId, known])) as LentToken;
    } catch (error) {
      this.#drop(tokenId);
      throw error;
    }
  }

  async #forward<T>(act: ForwardedAct, ...args: readonly unknown[]): Promise<T> {
    return (await this.#ask(act, args)) as T;
  }

  async #ask(act: KeyHostQuestion['act'], args: readonly unknown[]): Promise<unknown> {
    const question = encodeKeyHostQuestion({ act, args, epoch: this.#directory.epoch() });
    return decodeKeyHostAnswer(await this.#channel.ask(question));
  }

  #drop(tokenId: number): void {
    this.#held.get(tokenId)?.token.close();
    this.#held.delete(tokenId);
  }
}

interface HeldToken {
  readonly token: CryptoToken;
  readonly generation: number;
  epoch: number;
}
