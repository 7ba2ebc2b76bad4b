/** Management of the keys in a worker's crypto token, and activation of the token. */
import { WithDeps } from '../../../kernel/with-deps.ts';
import { findWorker, requireWorker, type WorkerDocument } from '../workers/index.ts';
import { actorOf, type Administrator, Resource, SYSTEM, type UseCaseDeps } from '../../access/index.ts';
import {
  type CryptoTokens,
  type CryptoTokenState,
  type KeyPairInfo,
  type OperateTokens,
  type TokenTarget,
  UnknownKeyAliasError,
} from '../../crypto-tokens/index.ts';
import { propertiesOf } from '../worker-contract/index.ts';
import { UnknownWorkerKeyError, WorkerHasNoKeyError } from './errors.ts';
import { tokenRights } from './token-rights.ts';
import { tokenProblem } from './token-problem.ts';
import { requireAdministeredToken, type TokenOfWorker } from './worker-token.ts';

export interface WorkerKeysDeps extends Pick<UseCaseDeps, 'access' | 'audit' | 'configuration'> {
  readonly operateTokens: OperateTokens;
  readonly tokens: Pick<CryptoTokens, 'generation' | 'getKeyPair' | 'listKeyPairs' | 'state' | 'testKeyPair'>;
}

/** A key to be made. The defaults are the properties KEYALG and KEYSPEC, and the alias of the worker's next key. */
export interface NewWorkerKey {
  readonly alias?: string | undefined;
  readonly algorithm?: string | undefined;
  readonly specification?: string | undefined;
}

/** A key that was made for a worker. */
export interface MadeWorkerKey extends KeyPairInfo {
  /** The worker's token when the key was made: it may have another one since. */
  readonly token: TokenOfWorker;
}

/** A worker's token as its administrators see it. */
export interface WorkerKeyList {
  readonly state: CryptoTokenState;
  /** Reason why the token cannot be used; undefined when it can. */
  readonly problem: string | undefined;
  /** Keys of the token; while it cannot be used, those known without opening it. */
  readonly keys: readonly KeyPairInfo[];
}

/** Key management for workers. All methods throw {@link NoSuchWorkerError}, and `signing.token_unavailable` for a worker without a token. */
export class WorkerKeys extends WithDeps<WorkerKeysDeps> {
  /**
   * Makes a key pair in the worker's token.
   *
   * @param named - the worker, by id or name
   * @throws {@link UnknownWorkerKeyError} when neither `key` nor the worker specifies alias or algorithm; `crypto_token.*`
   */
  async generate(administrator: Administrator, named: string, key: NewWorkerKey): Promise<MadeWorkerKey> {
    await this.deps.access.authorize(administrator, Resource.signing.edit);
    const worker = await requireWorker(this.deps.configuration, named);
    const holders = [worker, await this.#cryptoWorkerOf(worker)].flatMap((one) =>
      one === undefined ? [] : [propertiesOf(one)],
    );
    const property = (name: string) =>
      holders.map((properties) => properties.text(name)).find((text) => text !== undefined);
    const alias = key.alias ?? property('NEXTCERTSIGNKEY') ?? property('DEFAULTKEY');
    const algorithm = key.algorithm ?? property('KEYALG');
    if (alias === undefined) throw new UnknownWorkerKeyError('which alias the key is to have');
    if (algorithm === undefined) throw new UnknownWorkerKeyError('of which algorithm the key is to be');
    const specification = key.specification ?? (key.algorithm === undefined ? property('KEYSPEC') : undefined) ?? '';
    const limits = holders.map((properties) => properties.integer('KEYGENERATIONLIMIT', LIMITS));
    const target = this.#target(worker);
    const made = await this.deps.operateTokens.generateKeyPair(administrator, target, {
      alias,
      algorithm,
      specification: withoutUsualExponent(specification),
      keyUsage: 'SIGN',
      limit: limits.find((limit) => limit !== undefined),
    });
    return { ...made, token: target.found() };
  }

  /** Returns an alias for the worker's next key: the worker's name if it is free, else the name with a {@link nextNumber}. */
  async nextAlias(administrator: Administrator, named: string): Promise<string> {
    const { access, tokens } = this.deps;
    await access.authorize(administrator, Resource.signing.edit);
    const worker = await requireWorker(this.deps.configuration, named);
    const { token } = await requireAdministeredToken(this.deps.configuration, worker);
    const prefix = `${worker.name} `;
    const numbers = new Set((await this.#hasKey(token, worker.name)) ? [1] : []);
    for (let after = prefix; ;) {
      const aliases = (await tokens.listKeyPairs(token.id, after, MAX_LISTED)).map(({ alias }) => alias);
      const own = aliases.filter((alias) => alias.startsWith(prefix)).map((alias) => alias.slice(prefix.length));
      for (const rest of own) if (NUMBER.test(rest)) numbers.add(Number(rest));
      const last = aliases.at(-1);
      if (aliases.length < MAX_LISTED || !last?.startsWith(prefix)) break;
      after = last;
    }
    return numbers.size === 0 ? worker.name : `${prefix}${nextNumber(numbers)}`;
  }

  /** Lists the keys of the worker's token, at most a thousand, with the state of the token. */
  async list(administrator: Administrator, named: string): Promise<WorkerKeyList> {
    const { access, tokens } = this.deps;
    await access.authorize(administrator, Resource.signing.edit);
    const { token } = await requireAdministeredToken(
      this.deps.configuration,
      await requireWorker(this.deps.configuration, named),
    );
    await access.authorize(administrator, ...tokenRights(token, 'view'));
    const problem = await tokenProblem(tokens, token);
    const keys = await tokens.listKeyPairs(token.id, '', MAX_LISTED);
    return { state: problem === undefined ? 'active' : 'offline', problem, keys };
  }

  /**
   * Makes and verifies a test signature with a key.
   *
   * @param alias - the worker's default key unless given
   * @throws {@link WorkerHasNoKeyError}, `crypto_token.*`
   */
  async test(administrator: Administrator, named: string, alias?: string): Promise<void> {
    const { access, audit, tokens } = this.deps;
    await access.authorize(administrator, Resource.signing.edit);
    const entry = { event: 'KEYTEST', actor: actorOf(administrator), details: { worker: named } } as const;
    await audit.recordingRefusal(entry, async () => {
      const worker = await requireWorker(this.deps.configuration, named);
      const { token, defaultKey } = await requireAdministeredToken(this.deps.configuration, worker);
      await access.authorize(administrator, ...tokenRights(token, 'testKeyPair'));
      const chosen = alias ?? defaultKey;
      if (chosen === undefined) throw new WorkerHasNoKeyError(worker.name);
      await tokens.testKeyPair(token.id, chosen);
      await audit.record({ ...entry, outcome: 'SUCCESS', details: { worker: worker.name, keyAlias: chosen } });
    });
  }

  /** Removes a key pair that is not in use. @throws `crypto_token.*` */
  async remove(administrator: Administrator, named: string, alias: string): Promise<void> {
    await this.deps.access.authorize(administrator, Resource.signing.edit);
    await this.deps.operateTokens.removeKeyPair(
      administrator,
      this.#target(await requireWorker(this.deps.configuration, named)),
      alias,
    );
  }

  /**
   * Removes an unused key that {@link generate} has made, and no other, even if the worker's token or the key of that alias has changed since.
   * The program itself removes it: an administrator who may generate keys is not necessarily allowed to remove keys.
   *
   * @throws `crypto_token.*`
   */
  async takeAway({ name }: WorkerDocument, { alias, publicKey, token }: MadeWorkerKey): Promise<void> {
    const target: TokenTarget = {
      name: token.name,
      details: { worker: name },
      find: async () => token.id,
      needed: (operation) => tokenRights(token, operation),
    };
    await this.deps.operateTokens.removeKeyPair(SYSTEM, target, alias, publicKey);
  }

  /** Opens the worker's token with the password of its keystore, or the PIN of its device. @throws `crypto_token.*` */
  async activate(administrator: Administrator, named: string, code: string): Promise<void> {
    await this.deps.access.authorize(administrator, Resource.signing.edit);
    await this.deps.operateTokens.activate(
      administrator,
      this.#target(await requireWorker(this.deps.configuration, named)),
      code,
    );
  }

  /** Closes the worker's token. Its next use opens it again when its password is stored. */
  async deactivate(administrator: Administrator, named: string): Promise<void> {
    await this.deps.access.authorize(administrator, Resource.signing.edit);
    await this.deps.operateTokens.deactivate(
      administrator,
      this.#target(await requireWorker(this.deps.configuration, named)),
    );
  }

  /** Returns the target that resolves to the worker's token when the act is planned. */
  #target(worker: WorkerDocument): TokenTarget & { readonly found: () => TokenOfWorker } {
    let found: TokenOfWorker | undefined;
    return {
      name: worker.name,
      find: async () => {
        const current = await requireWorker(this.deps.configuration, String(worker.publicId));
        ({ token: found } = await requireAdministeredToken(this.deps.configuration, current));
        return found.id;
      },
      needed: (operation) => tokenRights(found!, operation),
      found: () => found!,
    };
  }

  async #hasKey({ id }: TokenOfWorker, alias: string): Promise<boolean> {
    try {
      await this.deps.tokens.getKeyPair(id, alias);
      return true;
    } catch (error) {
      if (error instanceof UnknownKeyAliasError) return false;
      throw error;
    }
  }

  async #cryptoWorkerOf(worker: WorkerDocument): Promise<WorkerDocument | undefined> {
    const named = propertiesOf(worker).text('CRYPTOTOKEN');
    return named === undefined ? undefined : findWorker(this.deps.configuration, named);
  }
}

/** Returns one more than the highest number, so that aliases of former keys are not reused; the lowest free one if the highest is taken. */
function nextNumber(taken: ReadonlySet<number>): number {
  if (!taken.has(MAX_NUMBER)) return 1 + [...taken].reduce((highest, number) => Math.max(highest, number), 0);
  let free = 2;
  while (taken.has(free)) free += 1;
  return free;
}

/** Removes the RSA exponent that SignServer writes after the key size, if it is 65537, which all keys made here have. */
function withoutUsualExponent(specification: string): string {
  return specification.replace(/ +exp +(?:65537|0x10001)$/i, '');
}

const LIMITS = { minimum: 0, maximum: 1_000_000, otherwise: undefined };
const MAX_LISTED = 1000;
/** Number after the name of a worker. */
const NUMBER = /^[1-9]\d{0,8}$/;
const MAX_NUMBER = 999_999_999;
