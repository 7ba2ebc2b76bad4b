/** Internal row ids: 53-bit numbers, unique over all processes of an installation, rising within each process. */

/** Makes ids. `next` never waits: the allocator claims its next block while half of the present one is left. */
export interface Ids {
  next(): number;
}

/**
 * Hands out ids from blocks that the database gives away one after the other.
 *
 * Blocks instead of clock and process number: no clock that steps back and no process number given out twice can make two rows
 * share an id. What a process does not use up is lost, which 2^33 blocks of 2^20 can bear.
 */
export class BlockIds implements Ids {
  readonly #claimBlock: () => Promise<number>;
  readonly #onClaimFailed: (error: unknown) => void;
  #next = 0;
  #end = 0;
  #following: number | undefined;
  #claiming = false;

  private constructor(claimBlock: () => Promise<number>, onClaimFailed: (error: unknown) => void) {
    this.#claimBlock = claimBlock;
    this.#onClaimFailed = onClaimFailed;
  }

  /**
   * @param claimBlock - claims the next block number durably and returns it
   * @param onClaimFailed - told when a block could not be claimed ahead; the next id tries again
   */
  static async start(claimBlock: () => Promise<number>, onClaimFailed: (error: unknown) => void): Promise<BlockIds> {
    const ids = new BlockIds(claimBlock, onClaimFailed);
    ids.#open(await claimBlock());
    return ids;
  }

  next(): number {
    if (this.#next === this.#end) {
      if (this.#following === undefined) throw new RangeError('ids are used up faster than blocks can be claimed');
      this.#open(this.#following);
      this.#following = undefined;
    }
    if (this.#end - this.#next < BLOCK_SIZE / 2 && this.#following === undefined) this.#claimAhead();
    return this.#next++;
  }

  #open(block: number): void {
    this.#next = block * BLOCK_SIZE;
    this.#end = this.#next + BLOCK_SIZE;
  }

  #claimAhead(): void {
    if (this.#claiming) return;
    this.#claiming = true;
    this.#claimBlock()
      .then((block) => {
        this.#following = block;
      }, this.#onClaimFailed)
      .finally(() => {
        this.#claiming = false;
      });
  }
}

const BLOCK_SIZE = 2 ** 20;
