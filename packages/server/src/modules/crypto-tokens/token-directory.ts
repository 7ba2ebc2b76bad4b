import type { TokenDescription } from './crypto-token.ts';

/** Which tokens are configured. */
export interface TokenDirectory {
  /** The token's settings as they are now, or undefined when there is no such token. */
  find(tokenId: number): Promise<ConfiguredToken | undefined>;

  /** The code that opens the token without an administrator, or undefined when its activation is not automatic. A secret. */
  autoActivationCode(tokenId: number): Promise<string | undefined>;

  /**
   * The tokens whose slots of devices this one leaves alone, whatever it calls them: those that are configured for everybody, of a token
   * that another document describes.
   */
  precedence(tokenId: number): Promise<readonly ConfiguredToken[]>;

  /** The configuration epoch that this process has noticed. Looked at before every signature: a plain read. */
  epoch(): number;
}

export interface ConfiguredToken extends TokenDescription {
  /** The version of the document: a stored code that did not open the token is not tried again before this has changed. */
  readonly version: number;
  /** True when the activation code is stored too, so that the token opens when it is used. */
  readonly autoActivation: boolean;
}
