/** Counters and limits for the use of workers' keys. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PublicKey } from '@sealwright/pki';
import { WithDeps } from '../../../kernel/with-deps.ts';

/** The counters of all keys, which all processes share. */
export interface KeyUsageStore {
  /**
   * Claims usages of a key durably: as many as are asked for, or what remains until the limit when that is less. Gives how many; 0 when
   * none remains.
   *
   * @param limit - how many may be claimed in all
   * @param most - how many are asked for
   */
  claim(publicKeySha256: Uint8Array, limit: number, most: number): Promise<number>;
  /** Returns the number of usages of a key that are claimed. */
  claimed(publicKeySha256: Uint8Array): Promise<number>;
  /** Takes claimed usages back. */
  giveBack(publicKeySha256: Uint8Array, usages: number): Promise<void>;
}

/** A usage of a key. */
export interface KeyUsage {
  /** Returns the usage, because nobody received a signature. To be called once. */
  giveBack(): void;
}

export interface KeyUsagesDeps {
  readonly usages: KeyUsageStore;
  /** Receives errors of background work. */
  readonly onBackgroundError: (error: unknown) => void;
}

/**
 * Claims usages before they are used. Usages claimed by a process that crashes count as used: the counter may be too high, never too low.
 */
export class KeyUsages extends WithDeps<KeyUsagesDeps> {
  readonly #counters = new Map<string, KeyCounter>();

  /**
   * Uses the key once more; undefined when its limit is reached. Without a limit, and with usages claimed already, at once.
   *
   * @param limit - how often the key may be used by all workers together; any number of times when undefined
   * @throws {@link StorageUnavailableError}
   */
  take(
    publicKey: Pick<PublicKey, 'sha256Fingerprint'>,
    limit: number | undefined,
  ): KeyUsage | Promise<KeyUsage | undefined> {
    const counter = this.#counterOf(publicKey);
    if (limit === undefined && counter.takeClaimed()) return usageOf(counter);
    const taking = limit === undefined ? counter.take() : counter.takeWithin(limit);
    return taking.then((taken) => (taken ? usageOf(counter) : undefined));
  }

  /** Returns the number of usages of the key, including those that other processes have claimed and not used yet. */
  async used(publicKey: Pick<PublicKey, 'sha256Fingerprint'>): Promise<number> {
    return this.#counterOf(publicKey).used();
  }

  /** Gives back claimed, unused usages when the process ends. */
  async giveBack(): Promise<void> {
    await Promise.all([...this.#counters.values()].map((counter) => counter.giveBack()));
  }

  #counterOf({ sha256Fingerprint }: Pick<PublicKey, 'sha256Fingerprint'>): KeyCounter {
    let counter = this.#counters.get(sha256Fingerprint);
    if (counter === undefined) {
      counter = new KeyCounter(Uint8Array.fromHex(sha256Fingerprint), this.deps);
      this.#counters.set(sha256Fingerprint, counter);
    }
    return counter;
  }
}

/**
 * The usages of one key in this process.
 *
 * Usages without a limit are taken from a block in memory that lasts for some tenths of a second. Blocks are that small because a process
 * with a limit cannot tell the unused part of another's block from actual usages. Usages within a limit are claimed as needed, one claim for
 * all waiting callers, after the rest of the block is given back.
 */
class KeyCounter {
  readonly #publicKeySha256: Uint8Array;
  readonly #deps: KeyUsagesDeps;
  /** Number of usages that this process still holds. */
  #left = 0;
  /** Number that was left at the last look. */
  #leftBefore = 0;
  #blockSize = 1;
  #nextLook: NodeJS.Timeout | undefined;
  /** The highest limit that is known to be used up. */
  #reached = 0;
  /** Claims that have not begun, by their limits. */
  readonly #claims = new Map<number, Claim>();
  /** Settles with the last call of the store. Calls run one at a time, so that a claim finds the usages given back before it. */
  #asked: Promise<unknown> = Promise.resolve();

  constructor(publicKeySha256: Uint8Array, deps: KeyUsagesDeps) {
    this.#publicKeySha256 = publicKeySha256;
    this.#deps = deps;
  }

  /** Takes one of the usages that are claimed already; false when there is none. */
  takeClaimed(): boolean {
    if (this.#left === 0) return false;
    this.#left--;
    return true;
  }

  async take(): Promise<boolean> {
    return this.takeClaimed() || this.#claimOne(NO_LIMIT, (waiting) => this.#claimBlock(waiting));
  }

  async takeWithin(limit: number): Promise<boolean> {
    const claim = () => this.#claimOne(limit, (waiting) => this.#claimWithin(limit, waiting));
    if (await claim()) return true;
    if (limit <= this.#reached) return false;
    // Other processes may hold unused usages: wait until they have given them back.
    await sleep(GIVEN_BACK_MS);
    if (await claim()) return true;
    this.#reached = Math.max(this.#reached, limit);
    return false;
  }

  add(usages: number): void {
    this.#left += usages;
    if (this.#nextLook === undefined) this.#lookLater();
  }

  used(): Promise<number> {
    return this.#ask(async () => (await this.#deps.usages.claimed(this.#publicKeySha256)) - this.#left);
  }

  giveBack(): Promise<void> {
    return this.#ask(() => this.#giveBackLeft());
  }

  /** Makes one claim for all callers that wait for the same limit; the first callers get the usages that remain. */
  async #claimOne(limit: number, act: (waiting: number) => Promise<number>): Promise<boolean> {
    let claim = this.#claims.get(limit);
    if (claim === undefined) {
      const begun: Claim = {
        waiting: 0,
        claimed: this.#ask(() => {
          this.#claims.delete(limit);
          return act(begun.waiting);
        }),
      };
      claim = begun;
      this.#claims.set(limit, claim);
    }
    const place = ++claim.waiting;
    return place <= (await claim.claimed);
  }

  async #claimWithin(limit: number, waiting: number): Promise<number> {
    await this.#giveBackLeft();
    return this.#deps.usages.claim(this.#publicKeySha256, limit, waiting);
  }

  async #claimBlock(waiting: number): Promise<number> {
    if (this.#left < waiting) {
      const usedUpEarly = this.#nextLook !== undefined;
      if (usedUpEarly) this.#blockSize = Math.min(2 * this.#blockSize, LARGEST_BLOCK);
      const most = Math.max(this.#blockSize, waiting);
      const claimed = await this.#deps.usages.claim(this.#publicKeySha256, NO_LIMIT, most);
      // The number left may have changed meanwhile.
      this.#left += claimed;
      this.#lookLater();
    }
    this.#left -= waiting;
    return waiting;
  }

  #lookLater(): void {
    clearTimeout(this.#nextLook);
    this.#leftBefore = this.#left;
    this.#nextLook = setTimeout(() => this.#look(), LOOK_MS).unref();
  }

  /** Gives the block back, unless it will probably be used up before the next look. */
  #look(): void {
    this.#nextLook = undefined;
    const used = this.#leftBefore - this.#left;
    if (this.#left > 0 && this.#left <= used) return this.#lookLater();
    this.#blockSize = Math.max(1, used);
    this.giveBack().catch(this.#deps.onBackgroundError);
  }

  async #giveBackLeft(): Promise<void> {
    const usages = this.#left;
    this.#left = 0;
    if (usages > 0) await this.#deps.usages.giveBack(this.#publicKeySha256, usages);
  }

  #ask<T>(act: () => Promise<T>): Promise<T> {
    const answer = this.#asked.then(act);
    this.#asked = answer.catch(() => {});
    return answer;
  }
}

function usageOf(counter: KeyCounter): KeyUsage {
  return { giveBack: () => counter.add(1) };
}

interface Claim {
  /** Number of usages to claim. */
  waiting: number;
  readonly claimed: Promise<number>;
}

/** Larger than any `KEYUSAGELIMIT`. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER;
const LARGEST_BLOCK = 1000;
const LOOK_MS = 250;
/** Two looks, and the time to give back. */
const GIVEN_BACK_MS = 2 * LOOK_MS + 100;
