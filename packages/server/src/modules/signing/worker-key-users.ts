import type { Configuration } from '../configuration/index.ts';
import type { KeyUsers } from '../crypto-tokens/index.ts';
import { namedKeyOf, workerToken } from './worker-token.ts';
import { workerType } from './worker-type.ts';

/** The workers that sign with keys of crypto tokens. */
export class WorkerKeyUsers implements KeyUsers {
  readonly #configuration: Configuration;

  constructor({ configuration }: { readonly configuration: Configuration }) {
    this.#configuration = configuration;
  }

  async usersOf(tokenId: number, alias: string): Promise<readonly string[]> {
    const users: string[] = [];
    for (const worker of await this.#configuration.list(workerType)) {
      const found = await workerToken(this.#configuration, worker);
      const { nextKey } = namedKeyOf(worker);
      if (found?.token?.id === tokenId && [found.defaultKey, nextKey].includes(alias))
        users.push(`worker '${worker.name}'`);
    }
    return users;
  }
}
