import { ConflictError } from '../../kernel/unit-of-work.ts';
import {
  type ActivationAttemptStore,
  type ConfiguredToken,
  type CreatedToken,
  type CryptoToken,
  type CryptoTokenDriver,
  CryptoTokenOfflineError,
  type CryptoTokenState,
  type CryptoTokenStore,
  KeyAliasInUseError,
  type KeyHost,
  type KeyPairRequest,
  SlotTakenError,
  type StoredKeyPair,
  type StoredTokenState,
  type TokenDescription,
  type TokenDirectory,
  TooManyActivationAttemptsError,
  UnknownCryptoTokenError,
  UnsupportedTokenTypeError,
  WrongActivationCodeError,
} from '../../modules/crypto-tokens/index.ts';
import { ActivationAttempts } from './activation-attempts.ts';
import { isKeystoreTrouble } from '../keystore/index.ts';
import { isDeviceTrouble } from '../pkcs11/index.ts';
import type { LentToken } from './key-host-messages.ts';
import { type OpenToken, OpenTokens } from './open-tokens.ts';
import { SlotPrecedence } from './slot-precedence.ts';

export interface LocalKeyHostDeps {
  readonly drivers: readonly CryptoTokenDriver[];
  readonly directory: TokenDirectory;
  readonly states: Pick<CryptoTokenStore, 'findState'>;
  readonly attempts: ActivationAttemptStore;
}

/** The key host of this process. A supervisor has it answer its worker processes as well. */
export class LocalKeyHost extends OpenTokens<HeldToken> implements KeyHost {
  readonly #drivers: ReadonlyMap<string, CryptoTokenDriver>;
  readonly #directory: TokenDirectory;
  readonly #states: Pick<CryptoTokenStore, 'findState'>;
  readonly #attempts: ActivationAttempts;
  readonly #precedence: SlotPrecedence;
  /** Tokens whose stored code did not open them: not tried again before document or token have changed. A device would lock itself. */
  readonly #refused = new Map<number, string>();

  constructor({ drivers, directory, states, attempts }: LocalKeyHostDeps) {
    super(() => directory.epoch());
    this.#drivers = new Map(drivers.flatMap((driver) => driver.types.map((type) => [type, driver])));
    this.#directory = directory;
    this.#states = states;
    this.#attempts = new ActivationAttempts(attempts);
    this.#precedence = new SlotPrecedence(directory);
  }

  async create(
    description: TokenDescription,
    code: string,
    requests: readonly KeyPairRequest[],
  ): Promise<CreatedToken> {
    const driver = this.#driver(description.type);
    // The code of a device is there already, so this is a guess like any other.
    const { protection, token } = await this.#attempt(description, () =>
      driver.initialize(description, code, this.#precedence.guard(description.id)),
    );
    try {
      const keyPairs: StoredKeyPair[] = [];
      for (const request of requests) {
        if (keyPairs.some(({ alias }) => alias === request.alias)) throw new KeyAliasInUseError(request.alias);
        keyPairs.push(await token.generateKeyPair(request));
      }
      return { protection, keyPairs };
    } finally {
      token.close();
    }
  }

  async activate(tokenId: number, code: string): Promise<void> {
    const epoch = this.#directory.epoch();
    const { configured, state: begun } = await this.#find(tokenId);
    await this.#attempt(configured, async (precedence) => {
      const { token, state } = await this.#open(configured, code);
      // The administrator who has closed the token meanwhile wants it closed.
      if (state.generation !== begun.generation) {
        token.close();
        throw new ConflictError('crypto-token-state.expect', 'changed');
      }
      const held = this.held(tokenId);
      // Signing with it goes on undisturbed.
      if (held !== undefined && isCurrent(held, configured, state)) token.close();
      else this.hold(tokenId, { token, generation: state.generation, precedence, epoch });
    });
  }

  checkCode(description: TokenDescription, code: string): Promise<void> {
    return this.#attempt(description, async () => (await this.#open(description, code)).token.close());
  }

  async deactivate(tokenId: number): Promise<void> {
    this.drop(tokenId);
  }

  async state(tokenId: number): Promise<CryptoTokenState> {
    const { configured, state } = await this.#look(tokenId);
    if (configured === undefined) throw new UnknownCryptoTokenError(tokenId);
    if (state === undefined || this.#precedence.wasRefused(tokenId)) return 'offline';
    const held = this.held(tokenId);
    if (held !== undefined && isCurrent(held, configured, state)) return 'active';
    return configured.autoActivation && !this.#wasRefused(configured, state) ? 'active' : 'offline';
  }

  async sharing(tokenId: number, others: readonly number[]): Promise<readonly number[]> {
    const token = await this.#directory.find(tokenId);
    const driver = token && this.#drivers.get(token.type);
    if (driver?.sharing === undefined || others.length === 0) return [];
    const found = await Promise.all(others.map((id) => this.#directory.find(id)));
    try {
      const sharing = await driver.sharing(
        token!,
        found.filter((other) => other !== undefined),
      );
      return sharing.map(({ id }) => id);
    } catch (cause) {
      if (!isDeviceTrouble(cause)) throw cause;
      throw new CryptoTokenOfflineError(tokenId, { cause });
    }
  }

  /**
   * Opens a token as a signature would, for another process of this host.
   *
   * @param known - the generation of the token that the process was lent before
   */
  async lend(tokenId: number, known: number | undefined): Promise<LentToken> {
    const { token, generation } = await this.current(tokenId);
    if (generation === known) return { kind: 'same' };
    const tokenKey = token.lend?.();
    return tokenKey === undefined ? { kind: 'forward', generation } : { kind: 'software', generation, tokenKey };
  }

  async changeCode(tokenId: number, code: string, newCode: string): Promise<Uint8Array | null> {
    const { configured } = await this.#find(tokenId);
    return this.#attempt(configured, async () => {
      const { protection } = await this.#getState(tokenId);
      const guard = this.#precedence.guard(tokenId);
      return this.#driver(configured.type).changeCode(configured, protection, code, newCode, guard);
    });
  }

  /** Runs what shows a code to a token when it may be shown one. */
  async #attempt<T>(token: TokenDescription, attempt: (precedence: string) => Promise<T>): Promise<T> {
    const driver = this.#driver(token.type);
    const precedence = await this.#precedence.require(driver, token);
    return this.#attempts.run(await driver.lock(token), token.id, () => attempt(precedence));
  }

  /** With the settings that the lock was named by, whatever they are by now; its next use notices. */
  async #open(description: TokenDescription, code: string): Promise<{ token: CryptoToken; state: StoredTokenState }> {
    const state = await this.#getState(description.id);
    return { token: await this.#openAs(description, state, code), state };
  }

  /** Compares a held token with what is stored, and opens one whose activation is automatic. */
  protected async check(tokenId: number, epoch: number): Promise<HeldToken> {
    const { configured, state } = await this.#find(tokenId);
    const held = this.held(tokenId);
    if (held !== undefined && isCurrent(held, configured, state)) {
      await this.#refresh(held, configured);
      held.epoch = epoch;
      return held;
    }
    this.drop(tokenId);
    if (!configured.autoActivation) throw new CryptoTokenOfflineError(tokenId);
    if (this.#wasRefused(configured, state))
      throw new CryptoTokenOfflineError(tokenId, { cause: new WrongActivationCodeError(tokenId) });
    return this.hold(tokenId, { ...(await this.#openAutomatically(configured, state)), epoch });
  }

  async #refresh(held: HeldToken, configured: ConfiguredToken): Promise<void> {
    const { id, properties, type } = configured;
    try {
      held.precedence = await this.#precedence.require(this.#driver(type), configured, held.precedence);
      held.token.refresh(properties);
    } catch (cause) {
      if (!isTrouble(cause)) throw cause;
      this.drop(id);
      throw new CryptoTokenOfflineError(id, { cause });
    }
  }

  async #openAutomatically(configured: ConfiguredToken, state: StoredTokenState): Promise<Omit<HeldToken, 'epoch'>> {
    const code = await this.#directory.autoActivationCode(configured.id);
    if (code === undefined) throw new CryptoTokenOfflineError(configured.id);
    try {
      const precedence = await this.#precedence.require(this.#driver(configured.type), configured);
      const token = await this.#openWith(configured, state, code);
      return { token, generation: state.generation, precedence };
    } catch (cause) {
      const wrong = cause instanceof WrongActivationCodeError;
      if (wrong) this.#refused.set(configured.id, this.#attemptOf(configured, state));
      // Callers that want something signed do not learn what is wrong with the device: the log and the administrator who activates it do.
      else if (!isTrouble(cause)) throw cause;
      throw new CryptoTokenOfflineError(configured.id, { cause });
    }
  }

  /** A device is shown a stored code once, whichever process does, and counts it with all others. A token in software is not lost by it. */
  async #openWith(configured: ConfiguredToken, state: StoredTokenState, code: string): Promise<CryptoToken> {
    const driver = this.#driver(configured.type);
    const open = () => this.#openAs(configured, state, code);
    if (!driver.locksItself) return open();
    const storedCode = `${configured.id} ${this.#attemptOf(configured, state)}`;
    return this.#attempts.runStored(await driver.lock(configured), configured.id, storedCode, open);
  }

  #openAs(token: TokenDescription, { protection }: StoredTokenState, code: string): Promise<CryptoToken> {
    return this.#driver(token.type).open(token, protection, code, this.#precedence.guard(token.id));
  }

  /** A token that is configured and made. One that never had a code is offline. */
  async #find(tokenId: number): Promise<{ configured: ConfiguredToken; state: StoredTokenState }> {
    const { configured, state } = await this.#look(tokenId);
    if (configured !== undefined && state !== undefined) return { configured, state };
    this.drop(tokenId);
    throw configured === undefined ? new UnknownCryptoTokenError(tokenId) : new CryptoTokenOfflineError(tokenId);
  }

  async #getState(tokenId: number): Promise<StoredTokenState> {
    const state = await this.#states.findState(tokenId);
    if (state === undefined) throw new CryptoTokenOfflineError(tokenId);
    return state;
  }

  async #look(
    tokenId: number,
  ): Promise<{ configured: ConfiguredToken | undefined; state: StoredTokenState | undefined }> {
    const [configured, state] = await Promise.all([this.#directory.find(tokenId), this.#states.findState(tokenId)]);
    return { configured, state };
  }

  #driver(type: string): CryptoTokenDriver {
    const driver = this.#drivers.get(type);
    if (driver === undefined) throw new UnsupportedTokenTypeError(type, [...this.#drivers.keys()]);
    return driver;
  }

  #wasRefused(configured: ConfiguredToken, state: StoredTokenState): boolean {
    return this.#refused.get(configured.id) === this.#attemptOf(configured, state);
  }

  #attemptOf(configured: ConfiguredToken, { generation }: StoredTokenState): string {
    const opened = this.#driver(configured.type).version?.(configured) ?? '';
    return `${configured.version}/${generation}/${opened}`;
  }

  protected override hold(tokenId: number, held: HeldToken): HeldToken {
    this.#refused.delete(tokenId);
    return super.hold(tokenId, held);
  }
}

interface HeldToken extends OpenToken {
  /** The tokens that it was compared with: its slot is not one of theirs. */
  precedence: string;
}

function isCurrent(
  { token, generation }: HeldToken,
  { properties }: ConfiguredToken,
  state: StoredTokenState,
): boolean {
  return token.state === 'active' && generation === state.generation && token.fits(properties);
}

/** Returns whether an error, other than of the code, prevents opening a token. */
function isTrouble(error: unknown): boolean {
  return (
    isDeviceTrouble(error) ||
    isKeystoreTrouble(error) ||
    error instanceof SlotTakenError ||
    error instanceof TooManyActivationAttemptsError
  );
}
