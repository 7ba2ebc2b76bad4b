import { compareBytes } from '@sealwright/pki';
import type { Configuration, DocumentHead } from '../configuration/index.ts';
import {
  configuredDevices,
  CryptoTokenOfflineError,
  type CryptoTokens,
  cryptoTokenType,
  type KeyUsers,
  UnknownKeyAliasError,
} from '../crypto-tokens/index.ts';
import type { CaStateStore } from './ca-state.ts';
import { caType } from './ca-type.ts';

export interface CaKeyUsersDeps {
  readonly configuration: Configuration;
  readonly states: Pick<CaStateStore, 'findState' | 'listFurtherCertificates'>;
  readonly tokens: Pick<CryptoTokens, 'getKeyPair' | 'isSameKey' | 'sharing'>;
}

/**
 * The CAs that a key is for: what they sign with now, what they wait for a certificate for, or what they are to begin with. It is not
 * removed while there is one. A key that a CA has left behind may go.
 *
 * Several crypto tokens may be configured for one slot of a device, and a device knows a key by more than one alias: the key counts.
 */
export class CaKeyUsers implements KeyUsers {
  readonly #deps: CaKeyUsersDeps;

  constructor(deps: CaKeyUsersDeps) {
    this.#deps = deps;
  }

  async usersOf(tokenId: number, alias: string): Promise<readonly string[]> {
    const users: string[] = [];
    for await (const { id, name } of this.#casOf(tokenId)) {
      const keys = (await this.#keysInUse(id)) ?? (await this.#firstKeys(id));
      if (await this.#isAmong(tokenId, alias, keys)) users.push(`${caType.title} '${name}'`);
    }
    return users;
  }

  /** The name of another CA than `caId` that has the key already. One that is only to begin with it has not. */
  async otherOwnerOf(tokenId: number, alias: string, caId: number): Promise<string | undefined> {
    for await (const { id, name } of this.#casOf(tokenId)) {
      if (id !== caId && (await this.#isAmong(tokenId, alias, (await this.#keysInUse(id)) ?? []))) return name;
    }
    return undefined;
  }

  /**
   * Whether a CA of the crypto token signs with the key, is to, or ever did: the certificates of a key that was replaced are still relied
   * on.
   *
   * @param publicKey - DER SubjectPublicKeyInfo of the key
   */
  async isOfCa(tokenId: number, alias: string, publicKey: Uint8Array): Promise<boolean> {
    if ((await this.usersOf(tokenId, alias)).length > 0) return true;
    for await (const { id } of this.#casOf(tokenId)) if (await this.#hasHad(id, publicKey)) return true;
    return false;
  }

  /**
   * Whether a key is one that a CA signs with, is to, or ever did, wherever it is: another token may hold it, too. RSA keys of CVC CAs
   * are not found.
   *
   * @param publicKey - DER SubjectPublicKeyInfo
   */
  async isKeyOfCa(publicKey: Uint8Array): Promise<boolean> {
    for (const { id } of await this.#deps.configuration.listHeads(caType.token)) {
      if ((await this.#hasHad(id, publicKey)) || (await this.#isToHave(id, publicKey))) return true;
    }
    return false;
  }

  /** Those of a crypto token, and of others that are configured for its slot. */
  async *#casOf(tokenId: number): AsyncGenerator<DocumentHead> {
    const { configuration, tokens } = this.#deps;
    const token = await configuration.findById(cryptoTokenType, tokenId);
    // A worker's own, which no CA can name.
    if (token === undefined) return;
    const devices = (await configuredDevices(configuration)).map(({ id }) => id);
    const others = devices.includes(tokenId) ? devices.filter((id) => id !== tokenId) : [];
    for (const id of [tokenId, ...(await tokens.sharing(tokenId, others))]) {
      const each = await configuration.getById(cryptoTokenType, id);
      for await (const head of configuration.referringTo(each)) if (head.type === caType.token) yield head;
    }
  }

  async #isAmong(tokenId: number, alias: string, keys: readonly (string | undefined)[]): Promise<boolean> {
    for (const key of keys) {
      if (key !== undefined && key !== '' && (await this.#deps.tokens.isSameKey(tokenId, alias, key))) return true;
    }
    return false;
  }

  /** Whether the CA has a certificate or a request for the key, or had one. */
  async #hasHad(caId: number, publicKey: Uint8Array): Promise<boolean> {
    const { states } = this.#deps;
    const state = await states.findState(caId);
    const further = await states.listFurtherCertificates(caId, MAX_FURTHER);
    // Those above it are CAs as well, and of an SSH CA the chain is what it signed with before.
    const certified = [...(state?.chain ?? []), state?.request?.der, ...further.map(({ chain }) => chain[0])];
    // What certificates and requests of every kind have of a key, without being parsed.
    const end = Buffer.from(publicKey.subarray(-END_OCTETS));
    return certified.some((der) => der !== undefined && Buffer.from(der).includes(end));
  }

  /** Whether the CA is not initialised and is to begin with the key, as far as it can be told before. */
  async #isToHave(caId: number, publicKey: Uint8Array): Promise<boolean> {
    if ((await this.#keysInUse(caId)) !== undefined) return false;
    const { configuration, tokens } = this.#deps;
    const { cryptoTokenId } = (await configuration.getById(caType, caId)).value;
    if (cryptoTokenId === undefined) return false;
    for (const alias of await this.#firstKeys(caId)) {
      try {
        const found = alias === undefined ? undefined : await tokens.getKeyPair(cryptoTokenId, alias);
        if (found !== undefined && compareBytes(found.publicKey, publicKey) === 0) return true;
      } catch (error) {
        // It is made later, or cannot be asked for: the CA takes no key that has signed documents.
        if (!(error instanceof UnknownKeyAliasError) && !(error instanceof CryptoTokenOfflineError)) throw error;
      }
    }
    return false;
  }

  /** Undefined of a CA that is not initialised. */
  async #keysInUse(caId: number): Promise<readonly (string | undefined)[] | undefined> {
    const state = await this.#deps.states.findState(caId);
    if (state === undefined || state.status === 'UNINITIALIZED') return undefined;
    return [state.keyAlias, state.alternativeKeyAlias, state.request?.keyAlias, state.request?.alternativeKeyAlias];
  }

  async #firstKeys(caId: number): Promise<readonly (string | undefined)[]> {
    const { firstKey, alternative } = (await this.#deps.configuration.getById(caType, caId)).value;
    return [firstKey.alias, alternative?.firstKey.alias];
  }
}

/** The last coordinate of a key on a curve, or what ends another key. */
const END_OCTETS = 32;
/** More than a CA comes to by being renewed. */
const MAX_FURTHER = 1000;
