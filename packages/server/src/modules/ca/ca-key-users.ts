import type { Configuration, DocumentHead } from '../configuration/index.ts';
import { cryptoTokenType, type KeyUsers } from '../crypto-tokens/index.ts';
import type { CaStateStore } from './ca-state.ts';
import { caType } from './ca-type.ts';

/**
 * The CAs that a key is for: what they sign with now, what they wait for a certificate for, or what they are to begin with. It is not
 * removed while there is one. A key that a CA has left behind may go.
 */
export class CaKeyUsers implements KeyUsers {
  readonly #configuration: Configuration;
  readonly #states: Pick<CaStateStore, 'findState' | 'listFurtherCertificates'>;

  constructor(deps: {
    readonly configuration: Configuration;
    readonly states: Pick<CaStateStore, 'findState' | 'listFurtherCertificates'>;
  }) {
    this.#configuration = deps.configuration;
    this.#states = deps.states;
  }

  async usersOf(tokenId: number, alias: string): Promise<readonly string[]> {
    const users: string[] = [];
    for await (const { id, name } of this.#casOf(tokenId)) {
      const keys = (await this.#keysInUse(id)) ?? (await this.#firstKeys(id));
      if (keys.includes(alias)) users.push(`${caType.title} '${name}'`);
    }
    return users;
  }

  /** The name of another CA than `caId` that has the key already. One that is only to begin with it has not. */
  async otherOwnerOf(tokenId: number, alias: string, caId: number): Promise<string | undefined> {
    for await (const { id, name } of this.#casOf(tokenId)) {
      if (id !== caId && (await this.#keysInUse(id))?.includes(alias) === true) return name;
    }
    return undefined;
  }

  /** Whether a CA signs with the key, is to, or ever did: the certificates of a key that was replaced are still relied on. */
  async isOfCa(tokenId: number, alias: string): Promise<boolean> {
    if ((await this.usersOf(tokenId, alias)).length > 0) return true;
    for await (const { id } of this.#casOf(tokenId)) {
      const state = await this.#states.findState(id);
      const further = await this.#states.listFurtherCertificates(id, MAX_FURTHER);
      if (state?.previousKeyAlias === alias || further.some(({ keyAlias }) => keyAlias === alias)) return true;
    }
    return false;
  }

  /**
   * Whether a key is one that a CA signs with, waits to, or ever did, wherever it is: another token may hold it, too. RSA keys of CVC CAs
   * are not found.
   *
   * @param publicKey - DER SubjectPublicKeyInfo
   */
  async isKeyOfCa(publicKey: Uint8Array): Promise<boolean> {
    // What certificates and requests of every kind have of a key, without being parsed.
    const end = Buffer.from(publicKey.subarray(-END_OCTETS));
    for (const { id } of await this.#configuration.listHeads(caType.token)) {
      const state = await this.#states.findState(id);
      const further = await this.#states.listFurtherCertificates(id, MAX_FURTHER);
      // Those above it are CAs as well, and of an SSH CA the chain is what it signed with before.
      const certified = [...(state?.chain ?? []), state?.request?.der, ...further.map(({ chain }) => chain[0])];
      if (certified.some((der) => der !== undefined && Buffer.from(der).includes(end))) return true;
    }
    return false;
  }

  async *#casOf(tokenId: number): AsyncGenerator<DocumentHead> {
    const token = await this.#configuration.findById(cryptoTokenType, tokenId);
    // A worker's own, which no CA can name.
    if (token === undefined) return;
    for await (const head of this.#configuration.referringTo(token)) if (head.type === caType.token) yield head;
  }

  /** Undefined of a CA that is not initialised. */
  async #keysInUse(caId: number): Promise<readonly (string | undefined)[] | undefined> {
    const state = await this.#states.findState(caId);
    if (state === undefined || state.status === 'UNINITIALIZED') return undefined;
    return [state.keyAlias, state.alternativeKeyAlias, state.request?.keyAlias, state.request?.alternativeKeyAlias];
  }

  async #firstKeys(caId: number): Promise<readonly (string | undefined)[]> {
    const { firstKey, alternative } = (await this.#configuration.getById(caType, caId)).value;
    return [firstKey.alias, alternative?.firstKey.alias];
  }
}

/** The last coordinate of a key on a curve, or what ends another key. */
const END_OCTETS = 32;
/** More than a CA comes to by being renewed. */
const MAX_FURTHER = 1000;
