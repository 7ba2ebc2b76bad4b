/** The keys of CAs in their crypto tokens: looked up, or made when they are to be. */
import { keyAlgorithmByName, PkiError } from '@sealwright/pki';
import { planAndCommit, type UnitOfWorkStore } from '../../kernel/unit-of-work.ts';
import { type AccessControl, actorOf, type Administrator } from '../access/index.ts';
import type { AuditLog } from '../audit/index.ts';
import {
  cryptoTokenRule,
  type CryptoTokens,
  keyAlias,
  type KeyPairInfo,
  type KeyPairRequest,
  UnknownKeyAliasError,
} from '../crypto-tokens/index.ts';
import type { KeyToMake } from './ca-key-settings.ts';

export interface CaKeysDeps {
  readonly access: AccessControl;
  readonly audit: AuditLog;
  readonly tokens: CryptoTokens;
  readonly store: UnitOfWorkStore;
  readonly epoch: () => number;
}

export class CaKeys {
  readonly #deps: CaKeysDeps;

  constructor(deps: CaKeysDeps) {
    this.#deps = deps;
  }

  /**
   * The key pair of that alias, made first when the token has none and `key` says what it is to be. Making it is an act of its own: it
   * stays when what it was made for fails, and is found by the next attempt.
   *
   * @throws {UnknownKeyAliasError} when there is none and nothing is said of it
   * @throws {CryptoTokenOfflineError}, {UnsupportedKeyError}
   */
  async obtain(administrator: Administrator, tokenId: number, key: KeyToMake): Promise<KeyPairInfo> {
    try {
      return await this.#deps.tokens.getKeyPair(tokenId, key.alias);
    } catch (error) {
      if (!(error instanceof UnknownKeyAliasError) || key.spec === undefined) throw error;
      return this.#make(administrator, tokenId, requestOf(key.alias, key.spec));
    }
  }

  /** Makes a key pair like another one under a new alias, or finds the one that an earlier attempt has made. */
  async obtainLike(administrator: Administrator, tokenId: number, model: string, alias: string): Promise<KeyPairInfo> {
    const { algorithm, specification, keyUsage } = await this.#deps.tokens.getKeyPair(tokenId, model);
    try {
      return await this.#deps.tokens.getKeyPair(tokenId, alias);
    } catch (error) {
      if (!(error instanceof UnknownKeyAliasError)) throw error;
      return this.#make(administrator, tokenId, { alias: keyAlias(alias), algorithm, specification, keyUsage });
    }
  }

  async #make(administrator: Administrator, tokenId: number, request: KeyPairRequest): Promise<KeyPairInfo> {
    const { access, audit, tokens, store, epoch } = this.#deps;
    const plan = await planAndCommit(async () => {
      const planned = epoch();
      await access.authorize(administrator, cryptoTokenRule('generateKeyPair', tokenId));
      const made = await tokens.planKeyPair(tokenId, request);
      const entry = {
        event: 'CRYPTOTOKEN_GEN_KEYPAIR',
        outcome: 'SUCCESS',
        actor: actorOf(administrator),
        details: { token: tokenId, alias: request.alias },
      } as const;
      return { unit: audit.unit(made.writes, [entry], planned), result: made };
    }, store);
    await plan.committed();
    return plan.result;
  }
}

/** What `P-256`, `3072`, `Ed25519` or `ML-DSA-65` asks for. The token refuses what is none of them. */
function requestOf(alias: string, spec: string): KeyPairRequest {
  const algorithm = /^\d+$/.test(spec) ? 'RSA' : isKeyAlgorithm(spec) ? spec : 'ECDSA';
  return { alias: keyAlias(alias), algorithm, specification: spec, keyUsage: 'SIGN' };
}

function isKeyAlgorithm(name: string): boolean {
  try {
    keyAlgorithmByName(name);
    return true;
  } catch (error) {
    if (error instanceof PkiError) return false;
    throw error;
  }
}
