import {
  type CryptoTokenDriver,
  type RequireOwnSlot,
  SlotTakenError,
  type TokenDescription,
  type TokenDirectory,
} from '../../modules/crypto-tokens/index.ts';

/** Keeps tokens out of slots of devices that others have precedence in. */
export class SlotPrecedence {
  readonly #directory: TokenDirectory;
  /** By token: the epoch in which its slot was found to be another's. */
  readonly #taken = new Map<number, number>();

  constructor(directory: TokenDirectory) {
    this.#directory = directory;
  }

  /**
   * Requires that a token's slot is its own, before a code for it is counted as tried and while it is open.
   *
   * @param seen - what this gave before: the device is asked again only when other tokens have precedence by now
   * @returns whom it was compared with
   * @throws {@link SlotTakenError}; what the driver throws when the device does not answer
   */
  async require(driver: CryptoTokenDriver, token: TokenDescription, seen?: string): Promise<string> {
    if (driver.sharing === undefined) return '';
    const epoch = this.#directory.epoch();
    const others = await this.#directory.precedence(token.id);
    const compared = others.map(({ id, version }) => `${id}/${version}`).join(' ');
    if (compared === '' || compared === seen) return compared;
    this.#note(token.id, epoch, await driver.sharing(token, others));
    return compared;
  }

  /** Returns the check that the driver of a token makes before each login, in the library's process. */
  guard(tokenId: number): RequireOwnSlot {
    return async (sharing) => {
      const epoch = this.#directory.epoch();
      const others = await this.#directory.precedence(tokenId);
      if (others.length > 0) this.#note(tokenId, epoch, await sharing(others));
    };
  }

  /** Returns whether the slot was found to be another's, and nothing has changed since. */
  wasRefused(tokenId: number): boolean {
    return this.#taken.get(tokenId) === this.#directory.epoch();
  }

  #note(tokenId: number, epoch: number, sharing: readonly TokenDescription[]): void {
    if (sharing.length === 0) {
      this.#taken.delete(tokenId);
      return;
    }
    this.#taken.set(tokenId, epoch);
    throw new SlotTakenError(tokenId);
  }
}
