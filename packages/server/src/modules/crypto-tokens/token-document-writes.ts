/** Writes of crypto tokens in addition to the documents that describe them. */
import type { CryptoTokenStore, CryptoTokenWrite, StoredTokenState } from './crypto-token-store.ts';
import type { TokenDescription } from './crypto-token.ts';
import { FixedTokenTypeError, TooManyKeyPairsError, WrongActivationCodeError } from './errors.ts';
import type { KeyHost } from './key-host.ts';
import { holdsItsKeys } from './keystore-settings.ts';
import { nameSameSlot } from './pkcs11-settings.ts';

/** Settings of a token before its document is changed. */
export interface StoredSettings {
  readonly properties: TokenDescription['properties'];
  /** Undefined when the activation is not automatic. */
  readonly code: string | undefined;
}

/** The writes that go with a change of a document, in the same unit, which moves the epoch: what the hooks of its type add. */
export class TokenDocumentWrites {
  readonly #host: KeyHost;
  readonly #store: CryptoTokenStore;

  constructor({ host, store }: { readonly host: KeyHost; readonly store: CryptoTokenStore }) {
    this.#host = host;
    this.#store = store;
  }

  /**
   * The writes that delete what is stored of a token. The unit names the epoch that it was planned under, so that no key pair appears
   * meanwhile. Keys in a device stay there.
   *
   * @throws {@link TooManyKeyPairsError} for more key pairs than one unit deletes
   */
  async deletion(tokenId: number): Promise<readonly CryptoTokenWrite[]> {
    const state = await this.#store.findState(tokenId);
    if (state === undefined) return [];
    const keyPairs = await this.#store.listKeyPairs(tokenId, '', MAX_DELETED_KEY_PAIRS + 1);
    if (keyPairs.length > MAX_DELETED_KEY_PAIRS) throw new TooManyKeyPairsError(MAX_DELETED_KEY_PAIRS);
    return [
      { op: 'crypto-token-state.delete', tokenId, generation: state.generation },
      ...keyPairs.map(({ id }) => ({ op: 'crypto-token-key.delete', id, tokenId }) as const),
    ];
  }

  /**
   * The writes that go with storing a code in a token's document. A token that is not made yet is made with the code. When
   * the code that was stored before opens a token in software, the token's code is changed; else the new one has to open it, as it has to
   * open a device. A device that the document did not name before has to be opened by a code that stays as it is, too.
   *
   * @param before - what the document says until now; its code is undefined when none is stored
   * @throws {@link WrongActivationCodeError} when neither code opens the token
   * @throws {@link TooManyActivationAttemptsError}
   * @throws {@link UnusableActivationCodeError}
   */
  async codeStorage(
    token: TokenDescription,
    before: StoredSettings | undefined,
    code: string,
  ): Promise<readonly CryptoTokenWrite[]> {
    const state = await this.#store.findState(token.id);
    if (state === undefined) return this.#creation(token, code);
    const isDevice = holdsItsKeys(token.type);
    const moves = isDevice && before !== undefined && !nameSameSlot(before.properties, token.properties);
    if (before?.code === code && !moves) return [];
    // A device's PIN would be another before anything is stored, and by a change that is only looked at.
    const changes = before?.code !== undefined && !isDevice;
    const protection = changes ? await this.#changedCode(token.id, before.code, code) : undefined;
    if (protection !== undefined) return [advance(state, protection)];
    await this.#host.checkCode(token, code);
    return [];
  }

  /**
   * The writes that go with a token that a document of another type describes. Devices and keystores are not
   * asked for anything, since such a document is stored whether its token can be opened or not. With another code than before, or none any
   * more, a token closes on every host, and is opened by what is stored now or not at all.
   *
   * @param name - of the document
   * @param token - undefined when the document describes none
   * @param before - what it has described until now
   * @param code - undefined when none is stored
   * @throws {@link FixedTokenTypeError} when key pairs would be lost; what {@link codeStorage} throws for a token in software
   */
  async ownedToken(
    name: string,
    token: TokenDescription | undefined,
    before: (TokenDescription & StoredSettings) | undefined,
    code: string | undefined,
  ): Promise<readonly CryptoTokenWrite[]> {
    if (before !== undefined && before.type !== token?.type) {
      const [keyPair] = await this.#store.listKeyPairs(before.id, '', 1);
      if (keyPair !== undefined) throw new FixedTokenTypeError(name, before.type);
    }
    const state = token && (await this.#store.findState(token.id));
    if (token === undefined) return [];
    const { id: tokenId } = token;
    const isSame = before?.type === token.type;
    if (holdsItsKeys(token.type)) {
      if (state === undefined) return [{ op: 'crypto-token-state.insert', tokenId, protection: null, generation: 1 }];
      return isSame && before.code === code ? [] : [advance(state, null)];
    }
    if (state?.protection === null) {
      if (code === undefined) return [{ op: 'crypto-token-state.delete', tokenId, generation: state.generation }];
      const { protection } = await this.#host.create(token, code, []);
      return [advance(state, protection)];
    }
    if (code !== undefined) return this.codeStorage(token, isSame ? before : undefined, code);
    return state === undefined || (isSame && before.code === undefined) ? [] : [advance(state, state.protection)];
  }

  async #creation(token: TokenDescription, code: string): Promise<readonly CryptoTokenWrite[]> {
    const { protection } = await this.#host.create(token, code, []);
    return [{ op: 'crypto-token-state.insert', tokenId: token.id, protection, generation: 1 }];
  }

  /** The protection under `newCode`, or undefined when `code` does not open the token. */
  async #changedCode(tokenId: number, code: string, newCode: string): Promise<Uint8Array | null | undefined> {
    try {
      return await this.#host.changeCode(tokenId, code, newCode);
    } catch (error) {
      if (error instanceof WrongActivationCodeError) return undefined;
      throw error;
    }
  }
}

/** Closes the token wherever it is open under the state until now. */
function advance({ tokenId, generation: from }: StoredTokenState, protection: Uint8Array | null): CryptoTokenWrite {
  return { op: 'crypto-token-state.advance', tokenId, from, protection };
}

/** One unit of work touches no more rows than about this. */
const MAX_DELETED_KEY_PAIRS = 1000;
