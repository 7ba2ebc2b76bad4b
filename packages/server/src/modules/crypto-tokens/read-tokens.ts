/** Reading of crypto tokens, and tests of their keys: state, key pairs, the test of a key. */
import { WithDeps } from '../../kernel/with-deps.ts';
import type { AccessControl, Administrator } from '../access/index.ts';
import type { Configuration } from '../configuration/index.ts';
import { type CryptoTokenOperation, namedTokenRule } from './crypto-token-rules.ts';
import { type CryptoTokenDocument, cryptoTokenType } from './crypto-token-type.ts';
import type { CryptoTokenState, KeyPairInfo } from './crypto-token.ts';
import type { CryptoTokens } from './crypto-tokens.ts';
import { UnknownCryptoTokenError } from './errors.ts';

/** A token as its administrators see it. */
export interface TokenStatus {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly state: CryptoTokenState;
  readonly autoActivation: boolean;
}

export interface ReadTokensDeps {
  readonly access: AccessControl;
  readonly configuration: Configuration;
  readonly tokens: CryptoTokens;
}

export class ReadTokens extends WithDeps<ReadTokensDeps> {
  /** @throws {@link UnknownCryptoTokenError} */
  async status(administrator: Administrator, name: string): Promise<TokenStatus> {
    const { id, publicId, value } = await this.#authorized(administrator, name, 'view');
    const state = await this.deps.tokens.state(id);
    return { id: publicId, name, type: value.type, state, autoActivation: value.revealCode !== undefined };
  }

  /** As {@link CryptoTokens.listKeyPairs}. */
  async keyPairs(
    administrator: Administrator,
    name: string,
    { after, limit }: { readonly after: string; readonly limit: number },
  ): Promise<readonly KeyPairInfo[]> {
    const { id } = await this.#authorized(administrator, name, 'view');
    return this.deps.tokens.listKeyPairs(id, after, limit);
  }

  /** As {@link CryptoTokens.getKeyPair}. @throws {UnknownKeyAliasError} */
  async keyPair(administrator: Administrator, name: string, alias: string): Promise<KeyPairInfo> {
    const { id } = await this.#authorized(administrator, name, 'view');
    return this.deps.tokens.getKeyPair(id, alias);
  }

  /** As {@link CryptoTokens.keyOrigin}. */
  async keyOrigin(administrator: Administrator, name: string, alias: string): Promise<string | undefined> {
    const { id } = await this.#authorized(administrator, name, 'view');
    return this.deps.tokens.keyOrigin(id, alias);
  }

  /** As {@link CryptoTokens.testKeyPair}. */
  async testKeyPair(administrator: Administrator, name: string, alias: string): Promise<void> {
    const { id } = await this.#authorized(administrator, name, 'testKeyPair');
    await this.deps.tokens.testKeyPair(id, alias);
  }

  async #authorized(
    administrator: Administrator,
    name: string,
    operation: CryptoTokenOperation,
  ): Promise<CryptoTokenDocument> {
    const { access, configuration } = this.deps;
    const token = await configuration.find(cryptoTokenType, name);
    await access.authorize(administrator, namedTokenRule(operation, { id: token?.id, name }));
    if (token === undefined) throw new UnknownCryptoTokenError(name);
    return token;
  }
}
