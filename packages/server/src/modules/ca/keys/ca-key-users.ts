import { nowSeconds } from '../../../kernel/clock.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import type { UseCaseDeps } from '../../access/index.ts';
import type { DocumentHead } from '../../configuration/index.ts';
import { configuredDevices, type CryptoTokens, cryptoTokenType, type KeyUsers } from '../../crypto-tokens/index.ts';
import type {
  CaStateStore,
  FormerOcspResponderRecord,
  OcspResponderRecord,
  OcspResponderStore,
} from '../records/index.ts';
import { caType } from '../kinds/index.ts';

export interface CaKeyUsersDeps extends Pick<UseCaseDeps, 'configuration' | 'clock'> {
  readonly responders: Pick<OcspResponderStore, 'listOfToken' | 'listFormerOfToken'>;
  readonly states: Pick<CaStateStore, 'findState'>;
  readonly tokens: Pick<CryptoTokens, 'isSameKey' | 'sharing'>;
}

/**
 * Finds the CAs that use a key: their present keys, keys with a pending request, the first keys of CAs not initialized yet, escrow keys, and keys of
 * the OCSP responders that CAs have certified. A key in use is not removed; a former key may be.
 *
 * Several crypto tokens may be configured for one slot of a device, and a device may know a key by more than one alias. Therefore keys are compared,
 * not aliases.
 */
export class CaKeyUsers extends WithDeps<CaKeyUsersDeps> implements KeyUsers {
  async usersOf(tokenId: number, alias: string): Promise<readonly string[]> {
    const users: string[] = [];
    for await (const { id, name } of this.#casOf(tokenId)) {
      const keys = (await this.#keysInUse(id)) ?? (await this.#firstKeys(id));
      if (await this.#isAmong(tokenId, alias, [...keys, await this.#escrowKey(id)]))
        users.push(`${caType.title} '${name}'`);
    }
    const now = nowSeconds(this.deps.clock);
    for await (const { caId, keyAlias, notAfter } of this.#respondersOf(tokenId)) {
      if (notAfter < now || !(await this.#isAmong(tokenId, alias, [keyAlias]))) continue;
      const ca = await this.deps.configuration.findById(caType, caId);
      if (ca?.value.kind === 'X509' && ca.value.ocsp.signer === 'DELEGATED')
        users.push(`OCSP responder of the ${caType.title} '${ca.name}'`);
    }
    return users;
  }

  /**
   * Returns the name of a CA other than `caId` that already uses the key, or whose OCSP responder uses or used it. The first key of a CA that is not
   * initialized yet does not count.
   */
  async otherOwnerOf(tokenId: number, alias: string, caId: number): Promise<string | undefined> {
    for await (const { id, name } of this.#casOf(tokenId)) {
      if (id === caId) continue;
      const keys = [...((await this.#keysInUse(id)) ?? []), await this.#escrowKey(id)];
      if (await this.#isAmong(tokenId, alias, keys)) return name;
    }
    for await (const { caId: certifier, keyAlias } of this.#certifiedRespondersOf(tokenId)) {
      if (certifier === caId || !(await this.#isAmong(tokenId, alias, [keyAlias]))) continue;
      const ca = await this.deps.configuration.findById(caType, certifier);
      if (ca !== undefined) return ca.name;
    }
    return undefined;
  }

  async *#casOf(tokenId: number): AsyncGenerator<DocumentHead> {
    for (const id of await this.#sharing(tokenId)) {
      const each = await this.deps.configuration.getById(cryptoTokenType, id);
      for await (const head of this.deps.configuration.referringTo(each)) if (head.type === caType.token) yield head;
    }
  }

  async *#respondersOf(tokenId: number): AsyncGenerator<OcspResponderRecord> {
    const { responders } = this.deps;
    for (const id of await this.#sharing(tokenId))
      yield* paged((after) => responders.listOfToken(id, after, PAGE_SIZE));
  }

  /** Yields the responders with their present keys, and with former keys whose certificates relying parties may still have. */
  async *#certifiedRespondersOf(tokenId: number): AsyncGenerator<FormerOcspResponderRecord> {
    const { responders } = this.deps;
    yield* this.#respondersOf(tokenId);
    for (const id of await this.#sharing(tokenId))
      yield* paged((after) => responders.listFormerOfToken(id, after, PAGE_SIZE));
  }

  /** Returns the crypto token and all others configured for its slot. */
  async #sharing(tokenId: number): Promise<readonly number[]> {
    const { configuration, tokens } = this.deps;
    const token = await configuration.findById(cryptoTokenType, tokenId);
    // A worker's own token, which no CA can refer to.
    if (token === undefined) return [];
    const devices = (await configuredDevices(configuration)).map(({ id }) => id);
    const others = devices.includes(tokenId) ? devices.filter((id) => id !== tokenId) : [];
    return [tokenId, ...(await tokens.sharing(tokenId, others))];
  }

  async #isAmong(tokenId: number, alias: string, keys: readonly (string | undefined)[]): Promise<boolean> {
    for (const key of keys) {
      if (key !== undefined && key !== '' && (await this.deps.tokens.isSameKey(tokenId, alias, key))) return true;
    }
    return false;
  }

  /** Returns the aliases in use; undefined for a CA that is not initialized. */
  async #keysInUse(caId: number): Promise<readonly (string | undefined)[] | undefined> {
    const state = await this.deps.states.findState(caId);
    if (state === undefined || state.status === 'UNINITIALIZED') return undefined;
    return [state.keyAlias, state.alternativeKeyAlias, state.request?.keyAlias, state.request?.alternativeKeyAlias];
  }

  async #escrowKey(caId: number): Promise<string | undefined> {
    return (await this.deps.configuration.getById(caType, caId)).value.escrowKeyAlias;
  }

  async #firstKeys(caId: number): Promise<readonly (string | undefined)[]> {
    const { firstKey, alternative } = (await this.deps.configuration.getById(caType, caId)).value;
    return [firstKey.alias, alternative?.firstKey.alias];
  }
}

async function* paged<T extends { readonly id: number }>(
  read: (after: number) => Promise<readonly T[]>,
): AsyncGenerator<T> {
  for (let after = Number.MIN_SAFE_INTEGER; ;) {
    const page = await read(after);
    yield* page;
    if (page.length < PAGE_SIZE) return;
    after = page.at(-1)!.id;
  }
}

const PAGE_SIZE = 500;
