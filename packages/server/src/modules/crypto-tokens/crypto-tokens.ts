/**
 * The use cases of crypto tokens. None of them asks who is calling: the caller does, with the rule of {@link cryptoTokenRule}.
 *
 * What changes something gives a plan: the caller adds the audit record, commits, and tells the plan how that went.
 */
import { compareBytes, parsePublicKey, type WrappedKey } from '@sealwright/pki';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Ids } from '../../kernel/ids.ts';
import type { CryptoTokenStore, CryptoTokenWrite, InsertKeyPair, StoredTokenState } from './crypto-token-store.ts';
import type {
  CryptoTokenState,
  KeyPairImport,
  KeyPairInfo,
  KeyOrigin,
  KeyPairRequest,
  MessageSignatureOptions,
  SignatureOptions,
  StoredKeyPair,
  TokenDescription,
} from './crypto-token.ts';
import {
  CryptoTokenOfflineError,
  KeyAliasInUseError,
  KeystoreReadOnlyError,
  UnknownCryptoTokenError,
  UnknownKeyAliasError,
} from './errors.ts';
import type { KeyHost } from './key-host.ts';
import { holdsItsKeys, KEYSTORE_TYPE } from './keystore-settings.ts';
import type { ConfiguredToken, TokenDirectory } from './token-directory.ts';

/** Writes of an act on a crypto token, and its effects outside the database. */
export interface CryptoTokenPlan<T = void> {
  readonly writes: readonly CryptoTokenWrite[];
  readonly result: T;
  /** To be called once the writes are durable: does what could not have been taken back. Fails when a device does. */
  readonly committed: () => Promise<void>;
  /**
   * To be called when they were not stored (`refused`), or when nobody can say: takes back what was done ahead, as far as a device lets
   * it and it does no harm in either case. Never fails.
   */
  readonly abandoned: (outcome: 'refused' | 'unknown') => Promise<void>;
}

export interface CryptoTokensDeps {
  readonly host: KeyHost;
  readonly store: CryptoTokenStore;
  readonly directory: TokenDirectory;
  readonly ids: Ids;
  readonly clock: Clock;
}

export class CryptoTokens {
  readonly #host: KeyHost;
  readonly #store: CryptoTokenStore;
  readonly #directory: TokenDirectory;
  readonly #ids: Ids;
  readonly #clock: Clock;

  constructor({ host, store, directory, ids, clock }: CryptoTokensDeps) {
    this.#host = host;
    this.#store = store;
    this.#directory = directory;
    this.#ids = ids;
    this.#clock = clock;
  }

  /**
   * Makes a token and its first key pairs, for a document that is stored in the same unit, which moves the epoch, or was stored without
   * a code. The document's hooks do this for a token whose code it holds.
   *
   * The token is active afterwards.
   *
   * @throws {@link UnsupportedTokenTypeError}
   * @throws {@link UnusableActivationCodeError}
   * @throws {@link KeyAliasInUseError} when two of `keyPairs` have the same alias
   * @throws {@link UnsupportedKeyError}
   */
  async planCreation(
    token: TokenDescription,
    code: string,
    keyPairs: readonly KeyPairRequest[] = [],
  ): Promise<CryptoTokenPlan<readonly KeyPairInfo[]>> {
    const created = await this.#host.create(token, code, keyPairs);
    return {
      writes: [
        { op: 'crypto-token-state.insert', tokenId: token.id, protection: created.protection, generation: 1 },
        ...created.keyPairs.map((keyPair) => this.#insertion(token.id, keyPair)),
      ],
      result: created.keyPairs.map(publicPart),
      committed: () => this.#host.activate(token.id, code),
      // Keys that a device has made stay in it, and are found when it is configured anew.
      abandoned: nothing,
    };
  }

  /**
   * Opens the token on this machine. A token that was configured without a code is made now, with this one.
   *
   * @throws {@link UnknownCryptoTokenError}
   * @throws {@link WrongActivationCodeError}
   * @throws {@link TooManyActivationAttemptsError}
   */
  async planActivation(tokenId: number, code: string): Promise<CryptoTokenPlan<'activated' | 'was-active'>> {
    const { token, state } = await this.#look(tokenId);
    if (state === undefined) {
      const creation = await this.planCreation(token, code);
      return { ...creation, writes: [...creation.writes, { op: 'epoch.move' }], result: 'activated' };
    }
    const before = await this.#host.state(tokenId);
    await this.#host.activate(tokenId, code);
    if (before === 'active') return { writes: [], result: 'was-active', committed: nothing, abandoned: nothing };
    return {
      writes: [{ op: 'epoch.move' }],
      result: 'activated',
      committed: nothing,
      abandoned: () => this.#host.deactivate(tokenId),
    };
  }

  /**
   * Closes the token on every host: what was signed with it and not yet recorded is never recorded.
   *
   * `reactivated` when its activation is automatic: it comes back by its next use.
   *
   * @throws {@link UnknownCryptoTokenError}
   */
  async planDeactivation(tokenId: number): Promise<CryptoTokenPlan<'deactivated' | 'reactivated'>> {
    const { token, state } = await this.#look(tokenId);
    if (state === undefined) return { writes: [], result: 'deactivated', committed: nothing, abandoned: nothing };
    const { generation, protection } = state;
    return {
      writes: [{ op: 'crypto-token-state.advance', tokenId, from: generation, protection }, { op: 'epoch.move' }],
      result: token.autoActivation ? 'reactivated' : 'deactivated',
      committed: () => this.#host.deactivate(tokenId),
      abandoned: nothing,
    };
  }

  /**
   * Makes a key pair. It can sign once the plan is committed.
   *
   * When the commit fails with a conflict, planning again finds the alias in use or the token offline and says so.
   *
   * @throws {@link UnknownCryptoTokenError}
   * @throws {@link CryptoTokenOfflineError}
   * @throws {@link KeyAliasInUseError}
   * @throws {@link UnsupportedKeyError}
   */
  async planKeyPair(
    tokenId: number,
    request: KeyPairRequest & Partial<KeyOrigin>,
  ): Promise<CryptoTokenPlan<KeyPairInfo>> {
    const state = await this.#getState(tokenId);
    if ((await this.#store.findKeyPair(tokenId, request.alias)) !== undefined) {
      throw new KeyAliasInUseError(request.alias);
    }
    const keyPair = await this.#host.generateKeyPair(tokenId, request);
    return {
      writes: [
        { op: 'crypto-token-state.expect', tokenId, generation: state.generation },
        { ...this.#insertion(tokenId, keyPair), madeFor: request.madeFor },
        { op: 'epoch.move' },
      ],
      result: publicPart(keyPair),
      committed: nothing,
      // A device that went offline meanwhile keeps the key; comparing what it lists with what is stored shows it. So does one whose row
      // may be stored: a row without its key would be worse.
      abandoned: async (outcome) => {
        if (outcome === 'unknown') return;
        await this.#host.removeKeyPair(tokenId, request.alias, keyPair.publicKey).catch(nothing);
      },
    };
  }

  /**
   * Takes in a key pair that was made elsewhere. It can sign once the plan is committed.
   *
   * @throws {@link UnknownCryptoTokenError}
   * @throws {@link CryptoTokenOfflineError}
   * @throws {@link KeyAliasInUseError}
   * @throws {@link UnsupportedKeyError}
   * @throws {@link KeyImportRefusedError}
   */
  async planKeyPairImport(tokenId: number, request: KeyPairImport): Promise<CryptoTokenPlan<KeyPairInfo>> {
    const state = await this.#getState(tokenId);
    const keyPair = await this.#host.importKeyPair(tokenId, request);
    return {
      writes: [
        { op: 'crypto-token-state.expect', tokenId, generation: state.generation },
        this.#insertion(tokenId, keyPair),
        { op: 'epoch.move' },
      ],
      result: publicPart(keyPair),
      committed: nothing,
      abandoned: nothing,
    };
  }

  /**
   * Removes a key pair for good.
   *
   * @throws {@link UnknownCryptoTokenError}
   * @throws {@link CryptoTokenOfflineError}
   * @throws {@link UnknownKeyAliasError}
   * @throws {@link KeystoreReadOnlyError}
   */
  async planKeyPairRemoval(tokenId: number, alias: string): Promise<CryptoTokenPlan<KeyPairInfo>> {
    if ((await this.#host.state(tokenId)) === 'offline') throw new CryptoTokenOfflineError(tokenId);
    if ((await this.#directory.find(tokenId))?.type === KEYSTORE_TYPE) throw new KeystoreReadOnlyError();
    const stored = await this.#store.findKeyPair(tokenId, alias);
    const keyPair = stored ?? (await this.#heldKeyPair(tokenId, alias));
    return {
      writes: [
        ...(stored === undefined ? [] : [{ op: 'crypto-token-key.delete', id: stored.id, tokenId } as const]),
        { op: 'epoch.move' },
      ],
      result: publicPart(keyPair),
      committed: () => this.#host.removeKeyPair(tokenId, alias, keyPair.publicKey),
      abandoned: nothing,
    };
  }

  /**
   * A key pair's public side. Of a key that was made in a device by other means, as the device tells it.
   *
   * @throws {@link UnknownKeyAliasError} also when there is no such token
   * @throws {@link CryptoTokenOfflineError} when only the device could know
   */
  async getKeyPair(tokenId: number, alias: string): Promise<KeyPairInfo> {
    const stored = await this.#store.findKeyPair(tokenId, alias);
    return stored === undefined ? this.#heldKeyPair(tokenId, alias) : publicPart(stored);
  }

  /** Returns what a key pair was made for; undefined when there is none, or when no import made it. */
  async keyOrigin(tokenId: number, alias: string): Promise<string | undefined> {
    return (await this.#store.findKeyPair(tokenId, alias))?.madeFor;
  }

  /**
   * A page of the token's key pairs, in order of their aliases; the next page begins after the last alias of this one. Those that were
   * made in a device by other means are among them while it is active.
   */
  async listKeyPairs(tokenId: number, after = '', limit = 100): Promise<readonly KeyPairInfo[]> {
    const stored = (await this.#store.listKeyPairs(tokenId, after, limit)).map(publicPart);
    const held = (await this.#heldKeyPairs(tokenId)).filter(({ alias }) => alias > after);
    if (held.length === 0) return stored;
    const byAlias = new Map([...held, ...stored].map((keyPair) => [keyPair.alias, keyPair]));
    return [...byAlias.values()].toSorted((a, b) => (a.alias < b.alias ? -1 : 1)).slice(0, limit);
  }

  /**
   * The key pair of a token that has one; undefined when it has none, or several.
   *
   * @throws {@link CryptoTokenOfflineError} when none is known, and the token is not there to say what it has
   */
  async onlyKeyPair(tokenId: number): Promise<KeyPairInfo | undefined> {
    const known = await this.listKeyPairs(tokenId, '', 2);
    const [first, ...others] = known.length > 0 ? known : await this.#host.listKeys(tokenId);
    return others.length === 0 ? first : undefined;
  }

  /** As {@link KeyHost.state}. */
  state(tokenId: number): Promise<CryptoTokenState> {
    return this.#host.state(tokenId);
  }

  /** As {@link KeyHost.sharing}. */
  sharing(tokenId: number, others: readonly number[]): Promise<readonly number[]> {
    return this.#host.sharing(tokenId, others);
  }

  /** Returns whether two aliases of a token mean one key pair: a device knows a key by its label and by its CKA_ID. */
  async isSameKey(tokenId: number, alias: string, other: string): Promise<boolean> {
    if (alias === other) return true;
    const [one, another] = await Promise.all([this.#findKey(tokenId, alias), this.#findKey(tokenId, other)]);
    return one !== undefined && another !== undefined && compareBytes(one, another) === 0;
  }

  /** As {@link KeyHost.certificates}. */
  certificates(tokenId: number, alias: string): Promise<readonly Uint8Array[]> {
    return this.#host.certificates(tokenId, alias);
  }

  /** As {@link KeyHost.sign}. */
  sign(
    tokenId: number,
    alias: string,
    signatureAlgorithm: string,
    data: Uint8Array,
    options?: MessageSignatureOptions,
  ): Promise<Uint8Array> {
    return this.#host.sign(tokenId, alias, signatureAlgorithm, data, options);
  }

  /** As {@link KeyHost.signDigest}. */
  signDigest(
    tokenId: number,
    alias: string,
    signatureAlgorithm: string,
    digest: Uint8Array,
    options?: SignatureOptions,
  ): Promise<Uint8Array> {
    return this.#host.signDigest(tokenId, alias, signatureAlgorithm, digest, options);
  }

  /** As {@link KeyHost.unwrapKey}. */
  unwrapKey(tokenId: number, alias: string, wrapped: WrappedKey): Promise<Uint8Array> {
    return this.#host.unwrapKey(tokenId, alias, wrapped);
  }

  /** As {@link KeyHost.generation}. */
  generation(tokenId: number): Promise<number> {
    return this.#host.generation(tokenId);
  }

  /** As {@link KeyHost.testKey}. */
  testKeyPair(tokenId: number, alias: string): Promise<void> {
    return this.#host.testKey(tokenId, alias);
  }

  async #look(tokenId: number): Promise<{ token: ConfiguredToken; state: StoredTokenState | undefined }> {
    const [token, state] = await Promise.all([this.#directory.find(tokenId), this.#store.findState(tokenId)]);
    if (token === undefined) throw new UnknownCryptoTokenError(tokenId);
    return { token, state };
  }

  async #getState(tokenId: number): Promise<StoredTokenState> {
    const { state } = await this.#look(tokenId);
    if (state === undefined) throw new CryptoTokenOfflineError(tokenId);
    return state;
  }

  /** The public key; undefined when there is none that can be told, or used. */
  async #findKey(tokenId: number, alias: string): Promise<Uint8Array | undefined> {
    try {
      return (await this.getKeyPair(tokenId, alias)).publicKey;
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }

  /** A key pair that nothing is stored of: a device or a keystore may have keys that were made in it by other means. */
  async #heldKeyPair(tokenId: number, alias: string): Promise<KeyPairInfo> {
    if (!(await this.#holdsItsKeys(tokenId))) throw new UnknownKeyAliasError(alias);
    const publicKey = await this.#host.publicKey(tokenId, alias);
    const { algorithm, specification } = parsePublicKey(publicKey);
    return { alias, algorithm: algorithm.name, specification, keyUsage: undefined, publicKey };
  }

  async #heldKeyPairs(tokenId: number): Promise<readonly KeyPairInfo[]> {
    if (!(await this.#holdsItsKeys(tokenId))) return [];
    try {
      return await this.#host.listKeys(tokenId);
    } catch (error) {
      if (error instanceof CryptoTokenOfflineError) return [];
      throw error;
    }
  }

  async #holdsItsKeys(tokenId: number): Promise<boolean> {
    const token = await this.#directory.find(tokenId);
    return token !== undefined && holdsItsKeys(token.type);
  }

  #insertion(tokenId: number, keyPair: StoredKeyPair): InsertKeyPair {
    return { op: 'crypto-token-key.insert', id: this.#ids.next(), tokenId, createdMs: this.#clock.nowMs(), ...keyPair };
  }
}

function publicPart({ alias, algorithm, specification, keyUsage, publicKey }: KeyPairInfo): KeyPairInfo {
  return { alias, algorithm, specification, keyUsage, publicKey };
}

const nothing = (): Promise<void> => Promise.resolve();
