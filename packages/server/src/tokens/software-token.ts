/** Tokens in software: private keys are stored encrypted, decrypted by their first use, and held by nobody else. */
import { createSecretKey, createSign, type KeyObject, sign } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type KeyAlgorithm, keyAlgorithmByName } from '@sealwright/pki';
import type { Random } from '../kernel/random.ts';
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
  type SignatureOptions,
  type StoredKeyPair,
  type TokenDescription,
  UnknownKeyAliasError,
} from '../modules/crypto-tokens/index.ts';
import { JustMadeKeys } from './just-made-keys.ts';
import { openTokenKey, protectTokenKey, SCRYPT_COST, type ScryptCost, TOKEN_KEY_OCTETS } from './code-protection.ts';
import { EcdsaOfDigest } from './ecdsa-of-digest.ts';
import { readPrivateKey } from './foreign-private-key.ts';
import { generateKeys, planKeyPair } from './key-generation.ts';
import { provesItself } from './key-test.ts';
import { rsaOfDigest } from './rsa-of-digest.ts';
import { chooseDigestSignature, chooseSignature } from './signature-choice.ts';
import { closePrivateKey, openPrivateKey } from './stored-private-key.ts';

/** Where stored key pairs are found. */
export type KeyPairSource = Pick<CryptoTokenStore, 'findKeyPair' | 'listKeyPairs'>;

export interface SoftwareTokenDriverDeps {
  readonly keyPairs: KeyPairSource;
  readonly random: Random;
  /** Of new tokens and changed codes; {@link SCRYPT_COST} unless given. */
  readonly scryptCost?: ScryptCost;
}

export class SoftwareTokenDriver implements CryptoTokenDriver {
  readonly types: readonly string[] = ['SoftCryptoToken'];
  readonly locksItself = false;
  readonly #keyPairs: KeyPairSource;
  readonly #random: Random;
  readonly #scryptCost: ScryptCost;
  readonly #justMade = new JustMadeKeys();

  constructor({ keyPairs, random, scryptCost = SCRYPT_COST }: SoftwareTokenDriverDeps) {
    this.#keyPairs = keyPairs;
    this.#random = random;
    this.#scryptCost = scryptCost;
  }

  async lock({ id }: TokenDescription): Promise<string> {
    return `software ${id}`;
  }

  async initialize({ id }: TokenDescription, code: string): Promise<InitializedToken> {
    const tokenKey = this.#random.bytes(TOKEN_KEY_OCTETS);
    const protection = await this.#protect(id, tokenKey, code);
    this.#justMade.keep(id, protection, code, tokenKey);
    return { protection, token: this.#token(id, tokenKey) };
  }

  async open({ id }: TokenDescription, protection: Uint8Array | null, code: string): Promise<CryptoToken> {
    const sealed = stored(id, protection);
    return this.#token(id, this.#justMade.take(id, sealed, code) ?? (await openTokenKey(id, sealed, code)));
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
    return protectTokenKey(tokenId, tokenKey, code, this.#scryptCost, this.#random);
  }

  #token(id: number, tokenKey: Uint8Array): CryptoToken {
    const key = createSecretKey(tokenKey);
    tokenKey.fill(0);
    return new SoftwareToken(id, key, this.#keyPairs, this.#random);
  }
}

/** A private key in memory. */
interface OpenKey {
  readonly row: KeyPairRow;
  readonly privateKey: KeyObject;
  readonly algorithm: KeyAlgorithm;
  readonly inPlace: boolean;
  /** Made when a curve's key is first asked to sign a digest. */
  ecdsaOfDigest: EcdsaOfDigest | undefined;
  /** The round of {@link SoftwareToken.refresh} in which its row was last seen. */
  seenInRound: number;
}

class SoftwareToken implements CryptoToken {
  readonly #id: number;
  readonly #keyPairs: KeyPairSource;
  readonly #random: Random;
  readonly #keys = new Map<string, OpenKey>();
  #tokenKey: KeyObject | undefined;
  #round = 0;

  constructor(id: number, tokenKey: KeyObject, keyPairs: KeyPairSource, random: Random) {
    this.#id = id;
    this.#tokenKey = tokenKey;
    this.#keyPairs = keyPairs;
    this.#random = random;
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
        protectedKey: closePrivateKey(this.#id, this.#requireActive(), info, privateKey, this.#random),
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
    const proven = await provesItself(privateKey, info, keyAlgorithmByName(info.algorithm), this.#random);
    if (!proven) throw new KeyTestFailedError(this.#id, alias);
    return { ...info, protectedKey: closePrivateKey(this.#id, this.#requireActive(), info, pkcs8, this.#random) };
  }

  async removeKeyPair(alias: string, publicKey: Uint8Array): Promise<void> {
    this.#requireActive();
    const key = this.#keys.get(alias);
    if (key !== undefined && Buffer.compare(key.row.publicKey, publicKey) === 0) this.#forget(alias);
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

  async sign(
    alias: string,
    signatureAlgorithm: string,
    data: Uint8Array,
    allowed?: SignatureOptions,
  ): Promise<Uint8Array> {
    const key = this.#knownKey(alias) ?? (await this.#openKey(alias));
    const { digest, options } = chooseSignature(key.row, key.algorithm, signatureAlgorithm, allowed).node;
    const how = { key: key.privateKey, ...options };
    if (key.inPlace && data.length <= MAX_IN_PLACE) return sign(digest, data, how);
    if (digest !== null && data.length > MAX_COPIED) return signInSlices(digest, data, how);
    return signInPool(digest, data, how);
  }

  async signDigest(
    alias: string,
    signatureAlgorithm: string,
    digest: Uint8Array,
    allowed?: SignatureOptions,
  ): Promise<Uint8Array> {
    const key = this.#knownKey(alias) ?? (await this.#openKey(alias));
    const { row, privateKey } = key;
    const algorithm = chooseDigestSignature(row, key.algorithm, signatureAlgorithm, digest, allowed);
    if (algorithm.keyAlgorithm.name !== 'ECDSA') return rsaOfDigest(privateKey, algorithm, digest, this.#random);
    key.ecdsaOfDigest ??= new EcdsaOfDigest(privateKey, row.specification, this.#random);
    return key.ecdsaOfDigest.sign(algorithm.hash, digest);
  }

  async testKey(alias: string): Promise<void> {
    const { privateKey, row, algorithm } = await this.#openKey(alias);
    let proven: boolean;
    try {
      proven = await provesItself(privateKey, row, algorithm, this.#random);
    } catch (cause) {
      throw new KeyTestFailedError(this.#id, alias, { cause });
    }
    if (!proven) throw new KeyTestFailedError(this.#id, alias);
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
    const algorithm = keyAlgorithmByName(row.algorithm);
    const inPlace = IN_PLACE.has(row.specification);
    const key = { row, privateKey, algorithm, inPlace, ecdsaOfDigest: undefined, seenInRound: round };
    this.#forget(alias);
    this.#keys.set(alias, key);
    return key;
  }

  async #findRow(alias: string): Promise<KeyPairRow> {
    const row = await this.#keyPairs.findKeyPair(this.#id, alias);
    if (row !== undefined) return row;
    this.#forget(alias);
    throw new UnknownKeyAliasError(alias);
  }

  #forget(alias: string): void {
    this.#keys.get(alias)?.ecdsaOfDigest?.close();
    this.#keys.delete(alias);
  }

  #requireActive(): KeyObject {
    if (this.#tokenKey === undefined) throw new CryptoTokenOfflineError(this.#id);
    return this.#tokenKey;
  }
}

function signInPool(digest: string | null, data: Uint8Array, how: Parameters<typeof sign>[2]): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  sign(digest, data, how, (error, signature) => {
    if (error === null) resolve(signature);
    else reject(error);
  });
  return promise;
}

/** Hashes in the event loop, a little at a time: the thread pool would first get a copy, which takes longer for a CRL of 40 MB. */
async function signInSlices(digest: string, data: Uint8Array, how: Parameters<typeof sign>[2]): Promise<Uint8Array> {
  const signing = createSign(digest);
  for (let at = 0; at < data.length; at += SLICE) {
    signing.update(data.subarray(at, at + SLICE));
    await nextTurn();
  }
  return signing.sign(how);
}

function publicPart({ alias, algorithm, specification, keyUsage, publicKey }: KeyPairInfo): KeyPairInfo {
  return { alias, algorithm, specification, keyUsage, publicKey };
}

function stored(tokenId: number, protection: Uint8Array | null): Uint8Array {
  if (protection === null) throw new DamagedCryptoTokenError(tokenId);
  return protection;
}

const PAGE = 1000;

/**
 * Specifications of keys that sign in 30 to 70 us. For every other one, 300 us on P-521 or brainpoolP256r1 and more, the event loop is
 * worth more than the 40 us that the way through the thread pool costs.
 */
const IN_PLACE: ReadonlySet<string> = new Set(['P-256', 'Ed25519', 'Ed448']);
/** Octets to be signed in place: hashing that many takes about as long as the signature. */
const MAX_IN_PLACE = 65_536;
/** Octets that are copied into the thread pool in about a millisecond. */
const MAX_COPIED = 1024 * 1024;
/** Octets that are hashed in about half a millisecond. */
const SLICE = 512 * 1024;
