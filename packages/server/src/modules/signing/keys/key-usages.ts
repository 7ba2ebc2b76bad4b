/** Usages of the keys of workers, counted and limited. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PublicKey } from '@sealwright/pki';

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
  /** Receives errors of what nobody waits for. */
  readonly onBackgroundError: (error: unknown) => void;
}

/**
 * Counts usages before they are used. What this process has claimed when it crashes counts as used: the counter may be too high, never
 * too low.
 */
export class KeyUsages {
  readonly #deps: KeyUsagesDeps;
  readonly #counters = new Map<string, KeyCounter>();

  constructor(deps: KeyUsagesDeps) {
    this.#deps = deps;
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
    const counter = this.#counterOf(publicKey);
    const taken = await (limit === undefined ? counter.take() : counter.takeWithin(limit));
    return taken ? { giveBack: () => counter.add(1) } : undefined;
  }

  /** Returns the usages of the key; those that other processes have claimed and not used yet count, too. */
  async used(publicKey: Pick<PublicKey, 'sha256Fingerprint'>): Promise<number> {
    return this.#counterOf(publicKey).used();
  }

  /** Gives back what was claimed and not used, for the end of the process. */
  async giveBack(): Promise<void> {
    await Promise.all([...this.#counters.values()].map((counter) => counter.giveBack()));
  }

  #counterOf({ sha256Fingerprint }: Pick<PublicKey, 'sha256Fingerprint'>): KeyCounter {
    let counter = this.#counters.get(sha256Fingerprint);
    if (counter === undefined) {
      counter = new KeyCounter(Uint8Array.fromHex(sha256Fingerprint), this.#deps);
      this.#counters.set(sha256Fingerprint, counter);
    }
    return counter;
  }
}

/**
 * The usages of one key in this process.
 *
 * Those without a limit are handed out from memory, of blocks that hold what some tenths of a second need: a process with a limit cannot tell
 * what is in another's block from what was used. Those within a limit are claimed as they are needed, all that wait at once, after
 * what is left of the block was given back.
 */
class KeyCounter {
  readonly #publicKeySha256: Uint8Array;
  readonly #deps: KeyUsagesDeps;
  /** Number of usages that this process may still hand out without asking. */
  #left = 0;
  /** Number that was left at the last look. */
  #leftBefore = 0;
  #blockSize = 1;
  #nextLook: NodeJS.Timeout | undefined;
  /** The highest limit that is known to be used up. */
  #reached = 0;
  /** Claims that have not begun, by their limits. */
  readonly #claims = new Map<number, Claim>();
  /** Ends when nothing is asked of the store any more: one thing at a time, so that a claim finds what was given back. */
  #asked: Promise<unknown> = Promise.resolve();

  constructor(publicKeySha256: Uint8Array, deps: KeyUsagesDeps) {
    this.#publicKeySha256 = publicKeySha256;
    this.#deps = deps;
  }

  async take(): Promise<boolean> {
    if (this.#left === 0) return this.#claimOne(NO_LIMIT, (waiting) => this.#claimBlock(waiting));
    this.#left--;
    return true;
  }

  async takeWithin(limit: number): Promise<boolean> {
    const claim = () => this.#claimOne(limit, (waiting) => this.#claimWithin(limit, waiting));
    if (await claim()) return true;
    if (limit <= this.#reached) return false;
    // Other processes may hold what they do not use: it is there once they have given it back.
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

  /** Claims for all that wait for the same limit together; the first ones get what there is. */
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
      // The rest may have changed meanwhile.
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

  /** Keeps what is going to be used before the next look. */
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

interface Claim {
  /** Number of usages that are asked for. */
  waiting: number;
  readonly claimed: Promise<number>;
}

/** Above what `KEYUSAGELIMIT` may be. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER;
const LARGEST_BLOCK = 1000;
const LOOK_MS = 250;
/** Two looks, and the time to give back. */
const GIVEN_BACK_MS = 2 * LOOK_MS + 100;
