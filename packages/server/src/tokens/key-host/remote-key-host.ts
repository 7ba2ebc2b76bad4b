/** The key host of another process of the same host, as one sees it that signs with keys in software itself. */
import type { Duplex } from 'node:stream';
import { AskingChannel, type ChannelLostError } from '../../channels/index.ts';
import type {
  CreatedToken,
  CryptoTokenState,
  KeyHost,
  KeyPairRequest,
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
import { type OpenToken, OpenTokens } from './open-tokens.ts';

export interface RemoteKeyHostDeps {
  readonly channel: Duplex;
  /** Is told when the key host is gone. */
  readonly onLost: (error: ChannelLostError) => void;
  readonly directory: Pick<TokenDirectory, 'epoch'>;
  readonly software: Pick<SoftwareTokenDriver, 'adopt'>;
}

export class RemoteKeyHost extends OpenTokens<OpenToken> implements KeyHost {
  readonly #channel: AskingChannel;
  readonly #directory: Pick<TokenDirectory, 'epoch'>;
  readonly #software: Pick<SoftwareTokenDriver, 'adopt'>;

  constructor({ channel, onLost, directory, software }: RemoteKeyHostDeps) {
    super(() => directory.epoch());
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
    this.drop(tokenId);
    await this.#forward('deactivate', tokenId);
  }

  state(tokenId: number): Promise<CryptoTokenState> {
    return this.#forward('state', tokenId);
  }

  sharing(tokenId: number, others: readonly number[]): Promise<readonly number[]> {
    return this.#forward('sharing', tokenId, others);
  }

  /** Everybody who holds the key drops it. Other processes do when they look at the row again, under the next epoch. */
  override async removeKeyPair(tokenId: number, alias: string, publicKey: Uint8Array): Promise<void> {
    const token = await this.usable(tokenId);
    await this.#forward('removeKeyPair', tokenId, alias, publicKey);
    if (!(token instanceof ForwardedToken)) await token.removeKeyPair(alias, publicKey);
  }

  changeCode(tokenId: number, code: string, newCode: string): Promise<Uint8Array | null> {
    return this.#forward('changeCode', tokenId, code, newCode);
  }

  /** Has the token lent, unless it is the one that this process was lent before. */
  protected async check(tokenId: number, epoch: number): Promise<OpenToken> {
    const held = this.held(tokenId);
    const lent = await this.#lend(tokenId, held?.generation);
    if (lent.kind === 'same' && held !== undefined && this.held(tokenId) === held) {
      held.token.refresh({});
      held.epoch = epoch;
      return held;
    }
    this.drop(tokenId);
    // Somebody has deactivated the token here while the question was under way.
    if (lent.kind === 'same') return this.check(tokenId, epoch);
    const token =
      lent.kind === 'software'
        ? this.#software.adopt(tokenId, lent.tokenKey)
        : new ForwardedToken(tokenId, (act, ...args) => this.#forward(act, ...args));
    return this.hold(tokenId, { token, generation: lent.generation, epoch });
  }

  async #lend(tokenId: number, known: number | undefined): Promise<LentToken> {
    try {
      return (await this.#ask('lend', [tokenId, known])) as LentToken;
    } catch (error) {
      this.drop(tokenId);
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
}
