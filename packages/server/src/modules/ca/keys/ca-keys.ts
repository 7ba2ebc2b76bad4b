/** Keys of CAs in their crypto tokens: lookup and generation. */
import { curveByName, keyAlgorithmByName, PkiError } from '@sealwright/pki';
import { ConflictError, type Plan, planAndCommit, StorageUnavailableError } from '../../../kernel/unit-of-work.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { actorOf, type Administrator, type UseCaseDeps } from '../../access/index.ts';
import type { AuditEntry } from '../../audit/index.ts';
import {
  cryptoTokenRule,
  type CryptoTokenPlan,
  type CryptoTokens,
  keyAlias,
  type KeyPairInfo,
  type KeyPairRequest,
  UnknownKeyAliasError,
} from '../../crypto-tokens/index.ts';
import type { KeyToMake } from '../settings/index.ts';
import type { CaKeyUsers } from './ca-key-users.ts';
import type { DocumentSigners } from './document-signers.ts';
import { CaKeySpecError, CaKeyTakenError, KeySignsDocumentsError } from './errors.ts';

export interface CaKeysDeps extends Pick<UseCaseDeps, 'access' | 'audit' | 'store'> {
  readonly tokens: CryptoTokens;
  readonly keyUsers: CaKeyUsers;
  readonly documentSigners: DocumentSigners;
  readonly epoch: () => number;
}

export class CaKeys extends WithDeps<CaKeysDeps> {
  /**
   * Returns the key pair with that alias. If the token has none and `key` specifies one, it is generated first, as an act of its own: it stays if the
   * calling use case fails, and the next attempt finds it.
   *
   * @throws {UnknownKeyAliasError} if there is none and no specification
   * @throws {@link CaKeySpecError} if there is one that differs from the specification
   * @throws {CryptoTokenOfflineError}, {UnsupportedKeyError}
   */
  async obtain(administrator: Administrator, tokenId: number, key: KeyToMake): Promise<KeyPairInfo> {
    const { alias, spec } = key;
    if (spec === undefined) return this.deps.tokens.getKeyPair(tokenId, alias);
    const found = await this.#find(tokenId, alias);
    if (found === undefined) return this.#make(administrator, tokenId, requestOf(alias, spec));
    if (isOf(found, spec)) return found;
    throw new CaKeySpecError(alias, found.specification, spec);
  }

  /**
   * Requires that no other CA uses one of the keys, since each CA could sign in the name of the other, and that no worker signs documents with them.
   *
   * @param aliases - `''` stands for no key
   * @throws {@link CaKeyTakenError}, {@link KeySignsDocumentsError}
   */
  async requireUnshared(caId: number, tokenId: number, aliases: readonly string[]): Promise<void> {
    for (const alias of aliases.filter((given) => given !== '')) {
      const owner = await this.deps.keyUsers.otherOwnerOf(tokenId, alias, caId);
      if (owner !== undefined) throw new CaKeyTakenError(alias, owner);
      const [signer] = await this.deps.documentSigners.usersOf(tokenId, alias);
      if (signer !== undefined) throw new KeySignsDocumentsError(alias, signer);
      const found = await this.#find(tokenId, alias);
      if (found !== undefined) await this.requireNoSignedDocuments(alias, found.publicKey);
    }
  }

  /**
   * Requires that no document was ever signed with the key.
   *
   * @param publicKey - DER SubjectPublicKeyInfo
   * @throws {@link KeySignsDocumentsError}
   */
  async requireNoSignedDocuments(alias: string, publicKey: Uint8Array): Promise<void> {
    if (await this.deps.documentSigners.haveSignedWith(publicKey)) throw new KeySignsDocumentsError(alias);
  }

  /** Generates a key pair like `model` under a new alias, or finds the one that an earlier attempt generated. */
  async obtainLike(administrator: Administrator, tokenId: number, model: string, alias: string): Promise<KeyPairInfo> {
    const { algorithm, specification, keyUsage } = await this.deps.tokens.getKeyPair(tokenId, model);
    const found = await this.#find(tokenId, alias);
    if (found !== undefined) return found;
    return this.#make(administrator, tokenId, { alias: keyAlias(alias), algorithm, specification, keyUsage });
  }

  /**
   * Removes keys that were generated for an act that failed, unless they are in use meanwhile. Does not throw: the caller has to report the original
   * error, and a leftover key does no harm.
   */
  async discard(administrator: Administrator, tokenId: number, aliases: readonly string[]): Promise<void> {
    for (const alias of aliases) await this.#discard(administrator, tokenId, alias).catch(() => undefined);
  }

  async #discard(administrator: Administrator, tokenId: number, alias: string): Promise<void> {
    const { audit, documentSigners, tokens, keyUsers, store, epoch } = this.deps;
    const entry = {
      event: 'CRYPTOTOKEN_DELETE_ENTRY',
      outcome: 'SUCCESS',
      actor: actorOf(administrator),
      details: { token: tokenId, alias },
    } as const;
    const { committed } = await planAndCommit(async (): Promise<Plan<CryptoTokenPlan<KeyPairInfo>>> => {
      const planned = epoch();
      const [user] = await keyUsers.usersOf(tokenId, alias);
      if (user !== undefined) throw new CaKeyTakenError(alias, user);
      const [signer] = await documentSigners.usersOf(tokenId, alias);
      if (signer !== undefined) throw new KeySignsDocumentsError(alias, signer);
      const removal = await tokens.planKeyPairRemoval(tokenId, alias);
      return { unit: audit.unit(removal.writes, [entry], planned), result: removal };
    }, store);
    await committed();
  }

  async #find(tokenId: number, alias: string): Promise<KeyPairInfo | undefined> {
    try {
      return await this.deps.tokens.getKeyPair(tokenId, alias);
    } catch (error) {
      if (error instanceof UnknownKeyAliasError) return undefined;
      throw error;
    }
  }

  async #make(administrator: Administrator, tokenId: number, request: KeyPairRequest): Promise<KeyPairInfo> {
    const entry = {
      event: 'CRYPTOTOKEN_GEN_KEYPAIR',
      actor: actorOf(administrator),
      details: { token: tokenId, alias: request.alias },
    } as const;
    const { committed, result } = await this.#commit(administrator, tokenId, request, entry);
    await committed();
    return result;
  }

  async #commit(
    administrator: Administrator,
    tokenId: number,
    request: KeyPairRequest,
    entry: Omit<AuditEntry, 'outcome'>,
  ): Promise<CryptoTokenPlan<KeyPairInfo>> {
    const { access, audit, tokens, store, epoch } = this.deps;
    let made: CryptoTokenPlan<KeyPairInfo> | undefined;
    try {
      return await planAndCommit(async (previous): Promise<Plan<CryptoTokenPlan<KeyPairInfo>>> => {
        const planned = epoch();
        await access.authorize(administrator, cryptoTokenRule('generateKeyPair', tokenId));
        if (made !== undefined && previous instanceof ConflictError) {
          const plan = made;
          made = undefined;
          await plan.abandoned('refused');
        }
        // The key may already exist in a device, and is still good if only the configuration has changed.
        made ??= await tokens.planKeyPair(tokenId, request);
        return { unit: audit.unit(made.writes, [{ ...entry, outcome: 'SUCCESS' }], planned), result: made };
      }, store);
    } catch (error) {
      await made?.abandoned(error instanceof StorageUnavailableError ? 'unknown' : 'refused');
      throw error;
    }
  }
}

/** Returns the request for a specification such as `P-256`, `3072`, `Ed25519` or `ML-DSA-65`. The crypto token refuses unknown ones. */
function requestOf(alias: string, spec: string): KeyPairRequest {
  const algorithm = /^\d+$/.test(spec) ? 'RSA' : isKeyAlgorithm(spec) ? spec : 'ECDSA';
  return { alias: keyAlias(alias), algorithm, specification: spec, keyUsage: 'SIGN' };
}

/** Tells whether a key has the specification `spec`. A curve has several names. */
function isOf({ algorithm, specification }: KeyPairInfo, spec: string): boolean {
  if (/^\d+$/.test(spec)) return specification === spec;
  if (isKeyAlgorithm(spec)) return algorithm === keyAlgorithmByName(spec).name;
  try {
    return specification === curveByName(spec).name;
  } catch (error) {
    if (error instanceof PkiError) return false;
    throw error;
  }
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
