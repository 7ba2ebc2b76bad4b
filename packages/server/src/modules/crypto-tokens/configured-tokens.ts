import type { Configuration } from '../configuration/index.ts';
import { cryptoTokenType } from './crypto-token-type.ts';
import type { ConfiguredToken, TokenDirectory } from './token-directory.ts';

/** The crypto tokens among the documents. */
export class ConfiguredTokens implements TokenDirectory {
  readonly #configuration: Configuration;

  constructor(configuration: Configuration) {
    this.#configuration = configuration;
  }

  async find(tokenId: number): Promise<ConfiguredToken | undefined> {
    const document = await this.#configuration.findById(cryptoTokenType, tokenId);
    if (document === undefined) return undefined;
    const { type, properties, revealCode } = document.value;
    return { id: tokenId, type, properties, version: document.version, autoActivation: revealCode !== undefined };
  }

  async autoActivationCode(tokenId: number): Promise<string | undefined> {
    return (await this.#configuration.findById(cryptoTokenType, tokenId))?.value.revealCode?.();
  }

  epoch(): number {
    return this.#configuration.epoch;
  }
}
