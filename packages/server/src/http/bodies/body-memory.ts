/** Limit on the memory of all request bodies together while they are parsed and worked on. */
import { DEFAULT_HTTP_LIMITS } from '../../kernel/http-limits.ts';
import { NoRoomForBodyError } from '../errors/index.ts';

export interface BodyMemoryOptions {
  /** For all bodies; a body that is larger has all of it to itself. */
  readonly octets?: number;
  /** Milliseconds that a body waits for others before it is refused. */
  readonly patienceMs?: number;
}

/** Octets that bodies take shares of, first come, first served. */
export class BodyMemory {
  readonly #octets: number;
  readonly #patienceMs: number;
  #free: number;
  /** In the order in which they came. */
  readonly #waiting = new Set<{ readonly share: number; readonly admit: () => void }>();

  constructor({
    octets = DEFAULT_HTTP_LIMITS.bodyMemoryOctets,
    patienceMs = DEFAULT_HTTP_LIMITS.bodyWaitMs,
  }: BodyMemoryOptions = {}) {
    this.#octets = octets;
    this.#patienceMs = patienceMs;
    this.#free = octets;
  }

  /**
   * Takes a share, which is {@link give | given back} when nobody holds the body any more; waits until there is room for it.
   *
   * @returns how much it is: all there is for a body that is larger
   * @throws {@link NoRoomForBodyError} when others are not done in time
   */
  async take(octets: number): Promise<number> {
    const share = Math.min(octets, this.#octets);
    if (this.#waiting.size === 0 && share <= this.#free) {
      this.#free -= share;
      return share;
    }
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const waiting = { share, admit: () => resolve(undefined) };
    this.#waiting.add(waiting);
    const timer = setTimeout(() => {
      this.#waiting.delete(waiting);
      this.#admit();
      reject(new NoRoomForBodyError());
    }, this.#patienceMs);
    try {
      await promise;
      return share;
    } finally {
      clearTimeout(timer);
    }
  }

  give(share: number): void {
    this.#free += share;
    this.#admit();
  }

  #admit(): void {
    for (const waiting of this.#waiting) {
      if (waiting.share > this.#free) return;
      this.#waiting.delete(waiting);
      this.#free -= waiting.share;
      waiting.admit();
    }
  }
}
