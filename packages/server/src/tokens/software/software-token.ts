/** Tokens in software: private keys are stored encrypted, decrypted by their first use, and held by nobody else. */
import { createSecretKey, type KeyObject } from 'node:crypto';
import { keyAlgorithmByName, type WrappedKey } from '@sealwright/pki';
import {
  type CryptoToken,
  type CryptoTokenDriver,
  CryptoTokenOfflineError,
  type CryptoTokenState,
  type CryptoTokenStore,
  DamagedCryptoTokenError,
  type InitializedToken,
  KeyAliasInUseError,
  type KeyPairImport,
  type KeyPairInfo,
  type KeyPairRequest,
  type KeyPairRow,
  KeyTestFailedError,
  type MessageSignatureOptions,
  planKeyPair,
  type SignatureOptions,
  type StoredKeyPair,
  type TokenDescription,
  UnknownKeyAliasError,
} from '../../modules/crypto-tokens/index.ts';
import { JustMadeKeys } from './just-made-keys.ts';
import { openTokenKey, protectTokenKey, SCRYPT_COST, type ScryptCost, TOKEN_KEY_OCTETS } from './code-protection.ts';
import { readPrivateKey } from './foreign-private-key.ts';
import { generateKeys, provesItself } from '../keys/index.ts';
import { SoftwareKey, type SoftwareKeyDeps } from './software-key.ts';
import { closePrivateKey, openPrivateKey } from './stored-private-key.ts';

/** Source of stored key pairs. */
export type KeyPairSource = Pick<CryptoTokenStore, 'findKeyPair' | 'listKeyPairs'>;

export interface SoftwareTokenDriverDeps extends SoftwareKeyDeps {
  readonly keyPairs: KeyPairSource;
  /** Cost for new tokens and changed codes; {@link SCRYPT_COST} unless given. */
  readonly scryptCost?: ScryptCost;
}

export class SoftwareTokenDriver implements CryptoTokenDriver {
  readonly types: readonly string[] = ['SoftCryptoToken'];
  readonly locksItself = false;
  readonly #keyPairs: KeyPairSource;
  readonly #keyDeps: SoftwareKeyDeps;
  readonly #scryptCost: ScryptCost;
  readonly #justMade = new JustMadeKeys();

  constructor({ keyPairs, scryptCost = SCRYPT_COST, ...keyDeps }: SoftwareTokenDriverDeps) {
    this.#keyPairs = keyPairs;
    this.#keyDeps = keyDeps;
    this.#scryptCost = scryptCost;
  }

  async lock({ id }: TokenDescription): Promise<string> {
    return `software ${id}`;
  }

  async initialize({ id }: TokenDescription, code: string): Promise<InitializedToken> {
    const tokenKey = this.#keyDeps.random.bytes(TOKEN_KEY_OCTETS);
    const protection = await this.#protect(id, tokenKey, code);
    this.#justMade.keep(id, protection, code, tokenKey);
    return { protection, token: this.#token(id, tokenKey) };
  }

  async open({ id }: TokenDescription, protection: Uint8Array | null, code: string): Promise<CryptoToken> {
    const sealed = stored(id, protection);
    return this.#token(id, this.#justMade.take(id, sealed, code) ?? (await openTokenKey(id, sealed, code)));
  }

  /** Makes a token that another process of this host has opened. @param tokenKey - is overwritten */
  adopt(id: number, tokenKey: Uint8Array): CryptoToken {
    return this.#token(id, tokenKey);
  }

  async changeCode(
    { id }: TokenDescription,
    protection: Uint8Array | null,
    code: string,
    newCode: string,
  ): Promise<Uint8Array> {
    const tokenKey = await openTokenKey(id, stored(id, protection), code);
    try {
      return await this.#protect(id, tokenKey, newCode);
    } finally {
      tokenKey.fill(0);
    }
  }

  #protect(tokenId: number, tokenKey: Uint8Array, code: string): Promise<Uint8Array> {
    return protectTokenKey(tokenId, tokenKey, code, this.#scryptCost, this.#keyDeps.random);
  }

  #token(id: number, tokenKey: Uint8Array): CryptoToken {
    const key = createSecretKey(tokenKey);
    tokenKey.fill(0);
    return new SoftwareToken(id, key, this.#keyPairs, this.#keyDeps);
  }
}

/** A private key in memory. */
interface OpenKey {
  readonly row: KeyPairRow;
  readonly key: SoftwareKey;
  /** The round of {@link SoftwareToken.refresh} in which its row was last seen. */
  seenInRound: number;
}

class SoftwareToken implements CryptoToken {
  readonly #id: number;
  readonly #keyPairs: KeyPairSource;
  readonly #keyDeps: SoftwareKeyDeps;
  readonly #keys = new Map<string, OpenKey>();
  #tokenKey: KeyObject | undefined;
  #round = 0;

  constructor(id: number, tokenKey: KeyObject, keyPairs: KeyPairSource, keyDeps: SoftwareKeyDeps) {
    this.#id = id;
    this.#tokenKey = tokenKey;
    this.#keyPairs = keyPairs;
    this.#keyDeps = keyDeps;
  }

  get state(): CryptoTokenState {
    return this.#tokenKey === undefined ? 'offline' : 'active';
  }

  async generateKeyPair(request: KeyPairRequest): Promise<StoredKeyPair> {
    this.#requireActive();
    const plan = planKeyPair(request);
    const { alias, keyUsage } = request;
    if ((await this.#keyPairs.findKeyPair(this.#id, alias)) !== undefined) throw new KeyAliasInUseError(alias);
    const { publicKey, privateKey } = await generateKeys(plan);
    const info = { alias, algorithm: plan.algorithm.name, specification: plan.specification, keyUsage, publicKey };
    try {
      return {
        ...info,
        protectedKey: closePrivateKey(this.#id, this.#requireActive(), info, privateKey, this.#keyDeps.random),
      };
    } finally {
      privateKey.fill(0);
    }
  }

  async importKeyPair({ alias, keyUsage, privateKey: pkcs8 }: KeyPairImport): Promise<StoredKeyPair> {
    this.#requireActive();
    const { privateKey, ...found } = readPrivateKey(pkcs8, keyUsage);
    const info = { ...found, alias, keyUsage };
    if ((await this.#keyPairs.findKeyPair(this.#id, alias)) !== undefined) throw new KeyAliasInUseError(alias);
    const proven = await provesItself(privateKey, info, keyAlgorithmByName(info.algorithm), this.#keyDeps.random);
    if (!proven) throw new KeyTestFailedError(this.#id, alias);
    return {
      ...info,
      protectedKey: closePrivateKey(this.#id, this.#requireActive(), info, pkcs8, this.#keyDeps.random),
    };
  }

  async removeKeyPair(alias: string, publicKey: Uint8Array): Promise<void> {
    this.#requireActive();
    const opened = this.#keys.get(alias);
    if (opened !== undefined && Buffer.compare(opened.row.publicKey, publicKey) === 0) this.#forget(alias);
  }

  async listKeys(): Promise<readonly KeyPairInfo[]> {
    const keys: KeyPairInfo[] = [];
    for (let after = ''; ;) {
      this.#requireActive();
      const page = await this.#keyPairs.listKeyPairs(this.#id, after, PAGE);
      keys.push(...page.map(publicPart));
      if (page.length < PAGE) return keys;
      after = page.at(-1)!.alias;
    }
  }

  async publicKey(alias: string): Promise<Uint8Array> {
    this.#requireActive();
    return (await this.#findRow(alias)).publicKey;
  }

  async certificates(alias: string): Promise<readonly Uint8Array[]> {
    this.#requireActive();
    await this.#findRow(alias);
    return [];
  }

  sign(
    alias: string,
    signatureAlgorithm: string,
    data: Uint8Array,
    options?: MessageSignatureOptions,
  ): Promise<Uint8Array> {
    const known = this.#knownKey(alias);
    if (known !== undefined) return known.key.sign(signatureAlgorithm, data, options);
    return this.#openKey(alias).then(({ key }) => key.sign(signatureAlgorithm, data, options));
  }

  async signDigest(
    alias: string,
    signatureAlgorithm: string,
    digest: Uint8Array,
    allowed?: SignatureOptions,
  ): Promise<Uint8Array> {
    const { key } = this.#knownKey(alias) ?? (await this.#openKey(alias));
    return key.signDigest(signatureAlgorithm, digest, allowed);
  }

  async unwrapKey(alias: string, wrapped: WrappedKey): Promise<Uint8Array> {
    const { key } = this.#knownKey(alias) ?? (await this.#openKey(alias));
    return key.unwrapKey(wrapped);
  }

  async testKey(alias: string): Promise<void> {
    await (await this.#openKey(alias)).key.test(this.#id);
  }

  lend(): Uint8Array {
    return this.#requireActive().export();
  }

  fits(): boolean {
    return true;
  }

  refresh(): void {
    this.#round++;
  }

  close(): void {
    // The private keys go with the last signature that uses them; OpenSSL overwrites them when it frees them.
    this.#tokenKey = undefined;
    for (const alias of this.#keys.keys()) this.#forget(alias);
  }

  #knownKey(alias: string): OpenKey | undefined {
    const known = this.#keys.get(alias);
    return known?.seenInRound === this.#round ? known : undefined;
  }

  /** Makes sure that the row is still there; decrypts the key unless that was done before. */
  async #openKey(alias: string): Promise<OpenKey> {
    this.#requireActive();
    const round = this.#round;
    const row = await this.#findRow(alias);
    const tokenKey = this.#requireActive();
    const known = this.#keys.get(alias);
    if (known?.row.id === row.id) {
      known.seenInRound = round;
      return known;
    }
    const privateKey = openPrivateKey(this.#id, tokenKey, row);
    const opened = { row, key: new SoftwareKey(row, privateKey, this.#keyDeps), seenInRound: round };
    this.#forget(alias);
    this.#keys.set(alias, opened);
    return opened;
  }

  async #findRow(alias: string): Promise<KeyPairRow> {
    const row = await this.#keyPairs.findKeyPair(this.#id, alias);
    if (row !== undefined) return row;
    this.#forget(alias);
    throw new UnknownKeyAliasError(alias);
  }

  #forget(alias: string): void {
    this.#keys.get(alias)?.key.close();
    this.#keys.delete(alias);
  }

  #requireActive(): KeyObject {
    if (this.#tokenKey === undefined) throw new CryptoTokenOfflineError(this.#id);
    return this.#tokenKey;
  }
}

function publicPart({ alias, algorithm, specification, keyUsage, publicKey }: KeyPairInfo): KeyPairInfo {
  return { alias, algorithm, specification, keyUsage, publicKey };
}

function stored(tokenId: number, protection: Uint8Array | null): Uint8Array {
  if (protection === null) throw new DamagedCryptoTokenError(tokenId);
  return protection;
}

const PAGE = 1000;
