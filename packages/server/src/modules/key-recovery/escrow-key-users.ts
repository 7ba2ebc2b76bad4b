import { hash } from 'node:crypto';
import { WithDeps } from '../../kernel/with-deps.ts';
import type { CryptoTokens, KeyUsers } from '../crypto-tokens/index.ts';
import type { KeptKeyStore } from './kept-key.ts';

export interface EscrowKeyUsersDeps {
  readonly keptKeys: Pick<KeptKeyStore, 'hasKeyFor'>;
  readonly tokens: Pick<CryptoTokens, 'getKeyPair'>;
}

/** Reports kept keys as users of their escrow key, without which they could never be recovered. */
export class EscrowKeyUsers extends WithDeps<EscrowKeyUsersDeps> implements KeyUsers {
  /** Compares keys, not aliases: crypto tokens that share a slot know a key by several aliases. */
  async usersOf(tokenId: number, alias: string): Promise<readonly string[]> {
    const { keptKeys, tokens } = this.deps;
    const { publicKey } = await tokens.getKeyPair(tokenId, alias);
    const isNeeded = await keptKeys.hasKeyFor(hash('sha256', publicKey, 'buffer'));
    return isNeeded ? ['keys that are kept for recovery'] : [];
  }
}
