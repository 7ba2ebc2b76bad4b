import {
  type CryptoTokenDriver,
  SlotTakenError,
  type TokenDescription,
  type TokenDirectory,
} from '../modules/crypto-tokens/index.ts';

/** Keeps tokens out of slots of devices that others have precedence in. */
export class SlotPrecedence {
  readonly #directory: TokenDirectory;
  /** By token: the epoch in which its slot was found to be another's. */
  readonly #taken = new Map<number, number>();

  constructor(directory: TokenDirectory) {
    this.#directory = directory;
  }

  /**
   * Requires that a token's slot is its own, before a code is shown to the device and while it is open.
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
    if ((await driver.sharing(token, others)).length > 0) {
      this.#taken.set(token.id, epoch);
      throw new SlotTakenError(token.id);
    }
    return compared;
  }

  /** Whether the slot was found to be another's, and nothing has changed since. */
  wasRefused(tokenId: number): boolean {
    return this.#taken.get(tokenId) === this.#directory.epoch();
  }
}
