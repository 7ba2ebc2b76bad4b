/** Operations of administrators on crypto tokens other than configuration: activation, deactivation, keys. */
import { compareBytes } from '@sealwright/pki';
import type { NeededResource } from '../../kernel/access-rules.ts';
import { ConflictError, type Plan, planAndCommit, StorageUnavailableError } from '../../kernel/unit-of-work.ts';
import { WithDeps } from '../../kernel/with-deps.ts';
import { actorOf, type Administrator, type UseCaseDeps } from '../access/index.ts';
import type { AuditEntry } from '../audit/index.ts';
import { type CryptoTokenOperation, namedTokenRule } from './crypto-token-rules.ts';
import { cryptoTokenType } from './crypto-token-type.ts';
import type { KeyOrigin, KeyPairInfo, KeyUsage } from './crypto-token.ts';
import type { CryptoTokenPlan, CryptoTokens } from './crypto-tokens.ts';
import { KeyGenerationLimitError, KeyInUseError, UnknownCryptoTokenError, UnknownKeyAliasError } from './errors.ts';
import { keyAlias } from './key-alias.ts';

/** Users of the keys of tokens. */
export interface KeyUsers {
  /** Lists the users of a key pair, in words: `certification authority 'Issuing CA'`. */
  usersOf(tokenId: number, alias: string): Promise<readonly string[]>;
}

/** A token that an act is on, which is looked up whenever the act is planned. */
export interface TokenTarget {
  /** As the audit log has it. */
  readonly name: string;
  /** Further details for the audit log. */
  readonly details?: AuditEntry['details'];
  /** Undefined when there is none. */
  find(): Promise<number | undefined>;
  /** Returns the rights that the act needs, also when there is no token. */
  needed(operation: CryptoTokenOperation, tokenId: number | undefined): readonly NeededResource[];
}

/** A key pair to be made, as an administrator asks for it. */
export interface RequestedKeyPair extends Partial<KeyOrigin> {
  readonly alias: string;
  readonly algorithm: string;
  readonly specification: string;
  readonly keyUsage: KeyUsage | undefined;
  /** Number of key pairs that the token may have with it; any number unless given. */
  readonly limit?: number | undefined;
}

export interface OperateTokensDeps extends Pick<UseCaseDeps, 'access' | 'audit' | 'configuration' | 'store'> {
  readonly tokens: CryptoTokens;
  readonly keyUsers: KeyUsers;
}

export class OperateTokens extends WithDeps<OperateTokensDeps> {
  /** As {@link CryptoTokens.planActivation}, of a token by its name. */
  async activate(administrator: Administrator, token: string | TokenTarget, code: string): Promise<void> {
    await this.#carryOut(administrator, token, {
      operation: 'activate',
      event: 'CRYPTOTOKEN_ACTIVATION',
      plan: (tokenId) => this.deps.tokens.planActivation(tokenId, code),
      hadNoEffect: (result) => result === 'was-active',
    });
  }

  /**
   * As {@link CryptoTokens.planDeactivation}. When this returns nothing more that the token signs is recorded, in any process.
   *
   * @returns `reactivated` when the token comes back by its next use, since its activation is automatic
   */
  async deactivate(administrator: Administrator, token: string | TokenTarget): Promise<'deactivated' | 'reactivated'> {
    return this.#carryOut(administrator, token, {
      operation: 'deactivate',
      event: 'CRYPTOTOKEN_DEACTIVATION',
      plan: (tokenId) => this.deps.tokens.planDeactivation(tokenId),
      further: (result) =>
        result === 'reactivated' ? [{ event: 'CRYPTOTOKEN_REACTIVATION', outcome: 'VOID' } as const] : [],
    });
  }

  /** As {@link CryptoTokens.planKeyPair}. */
  async generateKeyPair(
    administrator: Administrator,
    token: string | TokenTarget,
    request: RequestedKeyPair,
  ): Promise<KeyPairInfo> {
    const { alias, algorithm, specification, keyUsage, limit } = request;
    return this.#carryOut(administrator, token, {
      operation: 'generateKeyPair',
      event: 'CRYPTOTOKEN_GEN_KEYPAIR',
      details: { alias, algorithm, specification, ...(keyUsage === undefined ? {} : { keyUsage }) },
      check: async (tokenId) => {
        if (limit === undefined) return;
        const { length } = await this.deps.tokens.listKeyPairs(tokenId, '', limit);
        if (length >= limit) throw new KeyGenerationLimitError(limit);
      },
      plan: (tokenId) => this.deps.tokens.planKeyPair(tokenId, { ...request, alias: keyAlias(alias) }),
    });
  }

  /**
   * As {@link CryptoTokens.planKeyPairRemoval}, of a key pair that nobody uses.
   *
   * @param publicKey - DER SubjectPublicKeyInfo of the key pair that is meant; whichever has the alias unless given
   * @throws {@link KeyInUseError}
   * @throws {@link UnknownKeyAliasError} when another key pair has the alias than the one that is meant, too
   */
  async removeKeyPair(
    administrator: Administrator,
    token: string | TokenTarget,
    alias: string,
    publicKey?: Uint8Array,
  ): Promise<void> {
    const { keyUsers, tokens } = this.deps;
    await this.#carryOut(administrator, token, {
      operation: 'removeKeyPair',
      event: 'CRYPTOTOKEN_DELETE_ENTRY',
      details: { alias },
      check: async (tokenId) => {
        const present = publicKey && (await tokens.getKeyPair(tokenId, alias)).publicKey;
        if (present && compareBytes(present, publicKey) !== 0) throw new UnknownKeyAliasError(alias);
        const users = await keyUsers.usersOf(tokenId, alias);
        if (users.length > 0) throw new KeyInUseError(alias, users);
      },
      plan: (tokenId) => tokens.planKeyPairRemoval(tokenId, alias),
    });
  }

  async #carryOut<T>(administrator: Administrator, token: string | TokenTarget, act: TokenAct<T>): Promise<T> {
    const { audit, configuration } = this.deps;
    const target = typeof token === 'string' ? this.#configured(token) : token;
    const details = { token: target.name, ...target.details, ...act.details };
    const entry = { event: act.event, actor: actorOf(administrator), details };
    return audit.recordingRefusal(entry, async () => {
      const { committed, result } = await this.#commit(administrator, target, act, entry);
      await configuration.refresh();
      await committed();
      return result;
    });
  }

  #configured(name: string): TokenTarget {
    return {
      name,
      find: async () => (await this.deps.configuration.find(cryptoTokenType, name))?.id,
      needed: (operation, id) => [namedTokenRule(operation, { id, name })],
    };
  }

  async #commit<T>(
    administrator: Administrator,
    target: TokenTarget,
    act: TokenAct<T>,
    entry: Omit<AuditEntry, 'outcome'>,
  ): Promise<CryptoTokenPlan<T>> {
    const { access, audit, configuration, store } = this.deps;
    let planned: { readonly tokenId: number; readonly plan: CryptoTokenPlan<T> } | undefined;
    try {
      return await planAndCommit(async (previous): Promise<Plan<CryptoTokenPlan<T>>> => {
        // Noted first: rights are of this epoch or a later one, and a change of them has the act planned again.
        const { epoch } = configuration;
        const tokenId = await target.find();
        await access.authorize(administrator, ...target.needed(act.operation, tokenId));
        if (tokenId === undefined) throw new UnknownCryptoTokenError(target.name);
        await act.check?.(tokenId);
        // A key that took a minute to make is still good when only the configuration has changed.
        if (planned !== undefined && (previous instanceof ConflictError || planned.tokenId !== tokenId)) {
          const { plan } = planned;
          planned = undefined;
          await plan.abandoned('refused');
        }
        planned ??= { tokenId, plan: await act.plan(tokenId) };
        const { plan } = planned;
        const outcome = act.hadNoEffect?.(plan.result) === true ? 'VOID' : 'SUCCESS';
        const further = (act.further?.(plan.result) ?? []).map((more) => ({ ...entry, ...more }));
        return { unit: audit.unit(plan.writes, [{ ...entry, outcome }, ...further], epoch), result: plan };
      }, store);
    } catch (error) {
      await planned?.plan.abandoned(error instanceof StorageUnavailableError ? 'unknown' : 'refused');
      throw error;
    }
  }
}

/** Act on a token: one unit of work and what goes with it. */
interface TokenAct<T> {
  readonly operation: CryptoTokenOperation;
  readonly event: AuditEntry['event'];
  readonly details?: AuditEntry['details'];
  /** Refuses by throwing, under the epoch of each attempt. */
  readonly check?: (tokenId: number) => Promise<void>;
  readonly plan: (tokenId: number) => Promise<CryptoTokenPlan<T>>;
  readonly hadNoEffect?: (result: T) => boolean;
  /** Further records for the audit log. */
  readonly further?: (result: T) => readonly Pick<AuditEntry, 'event' | 'outcome'>[];
}
