/** How often the keys of workers are used, and that it is not too often. */
import type { PublicKey } from '@sealwright/pki';

/** The counters of all keys, which all processes share. */
export interface KeyUsageStore {
  /**
   * Claims usages of a key durably: as many as are asked for, or a quarter of what remains until the limit when that is less, so that
   * the last ones are not all with one process. Gives how many; 0 when none remains.
   *
   * @param limit - how many may be claimed in all
   * @param most - how many are asked for
   */
  claim(publicKeySha256: Uint8Array, limit: number, most: number): Promise<number>;
  /** How many usages of a key are claimed. */
  claimed(publicKeySha256: Uint8Array): Promise<number>;
  /** Takes claimed usages back. */
  giveBack(publicKeySha256: Uint8Array, usages: number): Promise<void>;
}

/** A usage of a key. */
export interface KeyUsage {
  /** It did not come to a signature that anybody got. To be called once. */
  giveBack(): void;
}

/**
 * Counts usages without a write for each: this process claims them in blocks, before they are used, and hands them out from memory.
 *
 * What it has claimed when it crashes counts as used: the counter may be too high, never too low.
 */
export class KeyUsages {
  readonly #store: KeyUsageStore;
  readonly #blocks = new Map<string, Block>();

  constructor(store: KeyUsageStore) {
    this.#store = store;
  }

  /**
   * Uses the key once more; undefined when its limit is reached.
   *
   * @param limit - how often the key may be used by all workers together; any number of times when undefined
   * @throws {@link StorageUnavailableError}
   */
  async take(
    publicKey: Pick<PublicKey, 'sha256Fingerprint'>,
    limit: number | undefined,
  ): Promise<KeyUsage | undefined> {
    const block = this.#blockOf(publicKey, limit);
    return (await block.take()) ? { giveBack: () => block.add(1) } : undefined;
  }

  /** How often the key was used; what other processes have claimed and not used yet counts, too. */
  async used({ sha256Fingerprint }: Pick<PublicKey, 'sha256Fingerprint'>): Promise<number> {
    const claimed = await this.#store.claimed(Uint8Array.fromHex(sha256Fingerprint));
    const ours = [...this.#blocks].filter(([name]) => name.startsWith(`${sha256Fingerprint}/`));
    return ours.reduce((used, [, block]) => used - block.left, claimed);
  }

  /** Gives back what was claimed and not used, for the end of the process. */
  async giveBack(): Promise<void> {
    const blocks = [...this.#blocks.values()];
    this.#blocks.clear();
    await Promise.all(blocks.map((block) => block.giveBack()));
  }

  /** Workers with different limits have blocks of their own: what was claimed without a limit is not for one with a limit. */
  #blockOf({ sha256Fingerprint }: Pick<PublicKey, 'sha256Fingerprint'>, limit: number | undefined): Block {
    const name = `${sha256Fingerprint}/${limit ?? ''}`;
    let block = this.#blocks.get(name);
    if (block === undefined) {
      block = new Block(this.#store, Uint8Array.fromHex(sha256Fingerprint), limit);
      this.#blocks.set(name, block);
    }
    return block;
  }
}

/** What this process may still use without asking. */
class Block {
  readonly #store: KeyUsageStore;
  readonly #publicKeySha256: Uint8Array;
  readonly #limit: number | undefined;
  #left = 0;
  #claiming: Promise<number> | undefined;

  constructor(store: KeyUsageStore, publicKeySha256: Uint8Array, limit: number | undefined) {
    this.#store = store;
    this.#publicKeySha256 = publicKeySha256;
    this.#limit = limit;
  }

  get left(): number {
    return this.#left;
  }

  async take(): Promise<boolean> {
    while (this.#left === 0) {
      this.#claiming ??= this.#claim().finally(() => (this.#claiming = undefined));
      const claimed = await this.#claiming;
      if (claimed === 0 && this.#left === 0) return false;
    }
    this.#left--;
    return true;
  }

  add(usages: number): void {
    this.#left += usages;
  }

  async giveBack(): Promise<void> {
    const usages = this.#left;
    this.#left = 0;
    if (usages > 0) await this.#store.giveBack(this.#publicKeySha256, usages);
  }

  async #claim(): Promise<number> {
    const most = this.#limit === undefined ? UNLIMITED_BLOCK : LIMITED_BLOCK;
    const claimed = await this.#store.claim(this.#publicKeySha256, this.#limit ?? Number.MAX_SAFE_INTEGER, most);
    this.add(claimed);
    return claimed;
  }
}

const UNLIMITED_BLOCK = 1000;
/** How far a crash may count too high matters where there is a limit. */
const LIMITED_BLOCK = 16;
