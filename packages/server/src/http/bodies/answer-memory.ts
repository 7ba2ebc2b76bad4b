/** Limit on the memory of all large answers together until their clients have taken them. */
import { DEFAULT_HTTP_LIMITS } from '../../kernel/http-limits.ts';

/** Octets that answers take; one that finds no room is kept in a file instead, so nobody waits. */
export class AnswerMemory {
  #free: number;

  /** @param octets - for all answers */
  constructor(octets = DEFAULT_HTTP_LIMITS.answerMemoryOctets) {
    this.#free = octets;
  }

  /** Takes octets, which are {@link give | given back} when the answer is out. @returns false when there is no room for them */
  take(octets: number): boolean {
    if (octets > this.#free) return false;
    this.#free -= octets;
    return true;
  }

  give(octets: number): void {
    this.#free += octets;
  }
}
