import type { Configuration } from '../configuration/index.ts';
import { cryptoTokenType, type KeyUsers } from '../crypto-tokens/index.ts';
import type { CaStateStore } from './ca-state.ts';
import { caType } from './ca-type.ts';

/**
 * The CAs that a key is for: what they sign with now, what they wait for a certificate for, or what they are to begin with. It is not
 * removed while there is one. A key that a CA has left behind may go.
 */
export class CaKeyUsers implements KeyUsers {
  readonly #configuration: Configuration;
  readonly #states: Pick<CaStateStore, 'findState'>;

  constructor(deps: { readonly configuration: Configuration; readonly states: Pick<CaStateStore, 'findState'> }) {
    this.#configuration = deps.configuration;
    this.#states = deps.states;
  }

  async usersOf(tokenId: number, alias: string): Promise<readonly string[]> {
    const users: string[] = [];
    const token = await this.#configuration.getById(cryptoTokenType, tokenId);
    for await (const { type, id, name } of this.#configuration.referringTo(token)) {
      if (type !== caType.token) continue;
      if ((await this.#keysOf(id)).includes(alias)) users.push(`${caType.title} '${name}'`);
    }
    return users;
  }

  async #keysOf(caId: number): Promise<readonly (string | undefined)[]> {
    const { value } = await this.#configuration.getById(caType, caId);
    const state = await this.#states.findState(caId);
    const first = [value.firstKey.alias, value.alternative?.firstKey.alias];
    if (state === undefined || state.status === 'UNINITIALIZED') return first;
    return [state.keyAlias, state.alternativeKeyAlias, state.request?.keyAlias, state.request?.alternativeKeyAlias];
  }
}
