import type { DerReader } from '../der/index.ts';
import { shownInteger } from '../excerpt.ts';
import { KeystoreError, type KeystoreArea } from './errors.ts';

/**
 * The iterations that one thing asked of a file may still take: its MAC, its encrypted parts, one of its keys.
 *
 * A file names its own iteration counts, once per encrypted part, so that without a bound its sender decides how long the reader computes. What
 * is not asked for is not derived, so there is no bound for a file: it may have any number of keys.
 */
export class WorkBudget {
  readonly area: KeystoreArea;
  readonly #max: number;
  #left: number;

  /** @param maxIterations - 1 to 2^31 - 1, over all derivations that share it; 10 million when left out */
  constructor(area: KeystoreArea, maxIterations: number = DEFAULT_MAX_ITERATIONS) {
    if (!Number.isInteger(maxIterations) || maxIterations < 1 || maxIterations > MAX_ITERATIONS)
      throw new RangeError(`maxIterations ${maxIterations} is not in 1..2147483647`);
    this.area = area;
    this.#max = maxIterations;
    this.#left = maxIterations;
  }

  /**
   * Reads an iteration count, 1 to what is left.
   *
   * @throws {@link KeystoreError} `bad_value`, `too_many_iterations`
   */
  readIterations(reader: DerReader): number {
    const iterations = reader.readInteger();
    if (iterations < 1n)
      throw new KeystoreError(
        `${this.area}.bad_value`,
        `an iteration count is ${shownInteger(iterations)}, not 1 or more`,
      );
    if (iterations > this.#left) throw this.#exceeded(iterations);
    return Number(iterations);
  }

  /**
   * Takes off one derivation, before it is computed.
   *
   * @param times - how often the iterations are done, for a key longer than the digest, or how many they stand for
   * @throws {@link KeystoreError} `too_many_iterations`
   */
  charge(iterations: number, times: number): void {
    // A derivation costs something even at one iteration: a file may hold very many of them.
    const cost = Math.max(iterations * times, MIN_COST);
    if (cost > this.#left) throw this.#exceeded(BigInt(cost));
    this.#left -= cost;
  }

  #exceeded(wanted: bigint): KeystoreError {
    return new KeystoreError(
      `${this.area}.too_many_iterations`,
      `deriving a key asks for ${shownInteger(wanted)} iterations; ${this.#left} of ${this.#max} are left`,
    );
  }
}

/** Maximum number that any derivation can take. */
export const MAX_ITERATIONS = 0x7fff_ffff;
/** Java writes 10,000 and OpenSSL 2,048 for each of three derivations; careful users some 600,000. */
export const DEFAULT_MAX_ITERATIONS = 10_000_000;
const MIN_COST = 100;
