import type { Configuration } from '../configuration/index.ts';
import { type CryptoTokenDocument, cryptoTokenType } from './crypto-token-type.ts';
import { PKCS11_TYPES } from './pkcs11-settings.ts';
import type { ConfiguredToken, TokenDirectory } from './token-directory.ts';

/** The crypto tokens among the documents. */
export class ConfiguredTokens implements TokenDirectory {
  readonly #configuration: Configuration;

  constructor(configuration: Configuration) {
    this.#configuration = configuration;
  }

  async find(tokenId: number): Promise<ConfiguredToken | undefined> {
    const document = await this.#configuration.findById(cryptoTokenType, tokenId);
    return document && described(document);
  }

  async autoActivationCode(tokenId: number): Promise<string | undefined> {
    return (await this.#configuration.findById(cryptoTokenType, tokenId))?.value.revealCode?.();
  }

  async precedence(): Promise<readonly ConfiguredToken[]> {
    return [];
  }

  epoch(): number {
    return this.#configuration.epoch;
  }
}

/** The configured tokens whose keys are in devices. */
export async function configuredDevices(configuration: Configuration): Promise<readonly ConfiguredToken[]> {
  return (await configuration.list(cryptoTokenType)).map(described).filter(({ type }) => PKCS11_TYPES.includes(type));
}

function described({ id, version, value }: CryptoTokenDocument): ConfiguredToken {
  const { type, properties, revealCode } = value;
  return { id, type, properties, version, autoActivation: revealCode !== undefined };
}
