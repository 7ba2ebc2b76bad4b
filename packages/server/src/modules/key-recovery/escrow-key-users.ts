import { hash } from 'node:crypto';
import type { CryptoTokens, KeyUsers } from '../crypto-tokens/index.ts';
import type { KeptKeyStore } from './kept-key.ts';

/** Kept keys as users of the keys that they are encrypted for: without those, nobody would ever get them back. */
export class EscrowKeyUsers implements KeyUsers {
  readonly #deps: {
    readonly keptKeys: Pick<KeptKeyStore, 'hasKeyFor'>;
    readonly tokens: Pick<CryptoTokens, 'getKeyPair'>;
  };

  constructor(deps: {
    readonly keptKeys: Pick<KeptKeyStore, 'hasKeyFor'>;
    readonly tokens: Pick<CryptoTokens, 'getKeyPair'>;
  }) {
    this.#deps = deps;
  }

  /** The key counts, whatever it is called: crypto tokens that share a slot have it under several names. */
  async usersOf(tokenId: number, alias: string): Promise<readonly string[]> {
    const { keptKeys, tokens } = this.#deps;
    const { publicKey } = await tokens.getKeyPair(tokenId, alias);
    const isNeeded = await keptKeys.hasKeyFor(hash('sha256', publicKey, 'buffer'));
    return isNeeded ? ['keys that are kept for recovery'] : [];
  }
}
