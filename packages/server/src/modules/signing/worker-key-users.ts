import { hash } from 'node:crypto';
import type { DocumentSigners } from '../ca/index.ts';
import type { Configuration } from '../configuration/index.ts';
import type { KeyUsers } from '../crypto-tokens/index.ts';
import type { KeyUsageStore } from './key-usages.ts';
import { namedKeyOf, workerToken } from './worker-token.ts';
import { workerType } from './worker-type.ts';

export interface WorkerKeyUsersDeps {
  readonly configuration: Configuration;
  readonly usages: Pick<KeyUsageStore, 'claimed'>;
}

/** The workers that sign with keys of crypto tokens. */
export class WorkerKeyUsers implements KeyUsers, DocumentSigners {
  readonly #deps: WorkerKeyUsersDeps;

  constructor(deps: WorkerKeyUsersDeps) {
    this.#deps = deps;
  }

  async usersOf(tokenId: number, alias: string): Promise<readonly string[]> {
    const { configuration } = this.#deps;
    const users: string[] = [];
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
