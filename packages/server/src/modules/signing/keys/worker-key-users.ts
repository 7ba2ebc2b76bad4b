import { hash } from 'node:crypto';
import { WithDeps } from '../../../kernel/with-deps.ts';
import type { DocumentSigners } from '../../ca/index.ts';
import type { Configuration } from '../../configuration/index.ts';
import { type CryptoTokens, cryptoTokenType, type KeyUsers } from '../../crypto-tokens/index.ts';
import type { CaKeyDirectory } from './ca-key-directory.ts';
import type { KeyUsageStore } from './key-usages.ts';
import { namedKeyOf, type TokenOfWorker, workerToken } from './worker-token.ts';
import { type WorkerDocument, workerType } from '../workers/index.ts';

export interface WorkerKeyUsersDeps {
  readonly configuration: Configuration;
  readonly usages: Pick<KeyUsageStore, 'claimed'>;
  readonly caKeys: CaKeyDirectory;
  readonly tokens: Pick<CryptoTokens, 'getKeyPair' | 'isSameKey' | 'sharing'>;
}

/** The workers that sign with keys of crypto tokens, and the CAs whose keys are in the slot of a worker's own token. */
export class WorkerKeyUsers extends WithDeps<WorkerKeyUsersDeps> implements KeyUsers, DocumentSigners {
  async usersOf(tokenId: number, alias: string): Promise<readonly string[]> {
    const { caKeys, configuration, tokens } = this.deps;
    const users: string[] = [];
    // No CA names a worker's own token, but a CA's key may be in the same slot.
    const isOwn = (await configuration.findById(cryptoTokenType, tokenId)) === undefined;
    if (isOwn && (await caKeys.speaksForCa((await tokens.getKeyPair(tokenId, alias)).publicKey)))
      users.push('certification authority, or OCSP responder of one, with a crypto token for the same slot');
    for (const { worker, aliases } of await this.#namingWorkers(tokenId, isOwn)) {
      const same = await Promise.all(aliases.map((other) => tokens.isSameKey(tokenId, alias, other)));
      if (same.includes(true)) users.push(`worker '${worker.name}'`);
    }
    return users;
  }

  /** Lists the workers that name keys of a token; for an own token also those with own tokens for the same slot. */
  async #namingWorkers(tokenId: number, isOwn: boolean): Promise<readonly NamingWorker[]> {
    const { configuration, tokens } = this.deps;
    const naming: (NamingWorker & { readonly token: TokenOfWorker })[] = [];
    for (const worker of await configuration.list(workerType)) {
      const found = await workerToken(configuration, worker);
      const aliases = [found?.defaultKey, namedKeyOf(worker).nextKey].filter((alias) => alias !== undefined);
      if (found?.token !== undefined) naming.push({ worker, token: found.token, aliases });
    }
    const others = naming.flatMap(({ token: { kind, id } }) => (kind === 'own' && id !== tokenId ? [id] : []));
    const here = new Set([tokenId, ...(isOwn ? await tokens.sharing(tokenId, [...new Set(others)]) : [])]);
    return naming.filter(({ token }) => here.has(token.id));
  }

  /** Tells whether workers have signed with the key. Workers that do not count usages are not considered. */
  async haveSignedWith(publicKey: Uint8Array): Promise<boolean> {
    return (await this.deps.usages.claimed(hash('sha256', publicKey, 'buffer'))) > 0;
  }
}

/** A worker with the aliases that it names. */
interface NamingWorker {
  readonly worker: WorkerDocument;
  readonly aliases: readonly string[];
}
