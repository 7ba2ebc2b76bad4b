import { hash } from 'node:crypto';
import type { DocumentSigners } from '../ca/index.ts';
import type { Configuration } from '../configuration/index.ts';
import { type CryptoTokens, cryptoTokenType, type KeyUsers } from '../crypto-tokens/index.ts';
import type { CaKeyDirectory } from './ca-key-check.ts';
import type { KeyUsageStore } from './key-usages.ts';
import { namedKeyOf, workerToken } from './worker-token.ts';
import { workerType } from './worker-type.ts';

export interface WorkerKeyUsersDeps {
  readonly configuration: Configuration;
  readonly usages: Pick<KeyUsageStore, 'claimed'>;
  readonly caKeys: CaKeyDirectory;
  readonly tokens: Pick<CryptoTokens, 'getKeyPair'>;
}

/** The workers that sign with keys of crypto tokens, and the CAs whose keys a token of a worker's own reaches. */
export class WorkerKeyUsers implements KeyUsers, DocumentSigners {
  readonly #deps: WorkerKeyUsersDeps;

  constructor(deps: WorkerKeyUsersDeps) {
    this.#deps = deps;
  }

  async usersOf(tokenId: number, alias: string): Promise<readonly string[]> {
    const { caKeys, configuration, tokens } = this.#deps;
    const users: string[] = [];
    // A CA names no such token, but its key may be in the same slot.
    const isOwn = (await configuration.findById(cryptoTokenType, tokenId)) === undefined;
    if (isOwn && (await caKeys.isKeyOfCa((await tokens.getKeyPair(tokenId, alias)).publicKey)))
      users.push('a certification authority');
    for (const worker of await configuration.list(workerType)) {
      const found = await workerToken(configuration, worker);
      const { nextKey } = namedKeyOf(worker);
      if (found?.token?.id === tokenId && [found.defaultKey, nextKey].includes(alias))
        users.push(`worker '${worker.name}'`);
    }
    return users;
  }

  /** Not of a worker that does not count. */
  async haveSignedWith(publicKey: Uint8Array): Promise<boolean> {
    return (await this.#deps.usages.claimed(hash('sha256', publicKey, 'buffer'))) > 0;
  }
}
