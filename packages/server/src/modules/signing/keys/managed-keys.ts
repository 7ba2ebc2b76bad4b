/** The keys of workers in the managed interface: clients list them, and choose one for each request. */
import { WithDeps } from '../../../kernel/with-deps.ts';
import { requireWorker, type WorkerDocument } from '../workers/index.ts';
import { hash } from 'node:crypto';
import { type Administrator, Resource, type UseCaseDeps } from '../../access/index.ts';
import type { CryptoTokens } from '../../crypto-tokens/index.ts';
import {
  chainForKey,
  type ChosenKey,
  type SigningKey,
  SigningTokenUnavailableError,
  WorkerMisconfiguredError,
} from '../worker-contract/index.ts';
import { NoSuchWorkerKeyError, SigningKeyUnavailableError } from './errors.ts';
import { asSigningFailure, type SigningKeys } from './signing-keys.ts';
import { namedKeyOf, workerToken } from './worker-token.ts';

export interface ManagedKeysDeps extends Pick<UseCaseDeps, 'access' | 'configuration'> {
  readonly keys: Pick<SigningKeys, 'keyOf'>;
  readonly tokens: Pick<CryptoTokens, 'generation' | 'listKeyPairs'>;
}

/** A key that a worker can sign with. */
export interface ManagedKey extends Pick<SigningKey, 'alias' | 'publicKey' | 'chain'> {
  /** SHA-256 of the SubjectPublicKeyInfo, in hexadecimal. */
  readonly publicKeyId: string;
  /** SHA-256 of the signer's certificate, in hexadecimal; undefined without one. */
  readonly certificateId: string | undefined;
}

/** Both throw `access.denied` first, then {@link NoSuchWorkerError}, {@link WorkerMisconfiguredError}, `signing.token_unavailable`. */
export class ManagedKeys extends WithDeps<ManagedKeysDeps> {
  /**
   * Lists the keys of a worker: all keys of its own token, but of a shared token only those that the worker names or has certificates for.
   *
   * @param named - id or name
   */
  async list(administrator: Administrator, named: string): Promise<readonly ManagedKey[]> {
    const { access, configuration, keys } = this.deps;
    await access.authorize(administrator, Resource.signing.managed);
    const worker = await requireWorker(configuration, named);
    const { usability, publicId } = worker;
    if (!usability.usable)
      throw new WorkerMisconfiguredError(
        publicId,
        usability.problems.map(({ field, message }) => `${field} ${message}`),
      );
    const managed: ManagedKey[] = [];
    for (const alias of await this.#aliasesOf(worker)) {
      try {
        managed.push(shown(await keys.keyOf(worker, alias)));
      } catch (error) {
        // A key of a CA, or one that does not exist yet.
        if (!(error instanceof SigningKeyUnavailableError)) throw error;
      }
    }
    return managed;
  }

  /**
   * Finds the key that a request names.
   *
   * @param by - the kind of the id
   * @throws {@link NoSuchWorkerKeyError}
   */
  async choose(
    administrator: Administrator,
    named: string,
    by: 'public key' | 'certificate',
    id: string,
  ): Promise<ChosenKey> {
    const wanted = id.toLowerCase();
    const keys = await this.list(administrator, named);
    const found = keys.find((key) => (by === 'certificate' ? key.certificateId : key.publicKeyId) === wanted);
    if (found === undefined) throw new NoSuchWorkerKeyError(by, id);
    return { alias: found.alias, publicKey: found.publicKey.der };
  }

  async #aliasesOf(worker: WorkerDocument): Promise<readonly string[]> {
    const found = await workerToken(this.deps.configuration, worker);
    if (found === undefined) return [];
    const { token, defaultKey } = found;
    if (token === undefined) throw new SigningTokenUnavailableError();
    const { chains } = worker.value.key;
    const own = new Set([defaultKey, namedKeyOf(worker).nextKey]);
    const { tokens } = this.deps;
    const keyPairs = await tokens.listKeyPairs(token.id, '', MAX_KEYS);
    // No keys may also mean that the token cannot be opened: then this throws.
    if (keyPairs.length === 0) await asSigningFailure(() => tokens.generation(token.id));
    return keyPairs
      .filter(
        ({ alias, publicKey }) =>
          token.id === worker.id || own.has(alias) || chainForKey(chains, publicKey) !== undefined,
      )
      .map(({ alias }) => alias);
  }
}

function shown({ alias, publicKey, chain }: SigningKey): ManagedKey {
  const [signer] = chain;
  return {
    alias,
    publicKey,
    chain,
    publicKeyId: hash('sha256', publicKey.der),
    certificateId: signer && hash('sha256', signer.der),
  };
}

const MAX_KEYS = 1000;
