/** Open connections of each address on one listener. */
import { networkOf } from '../../modules/audit/index.ts';

export class ClientConnections {
  readonly #most: number;
  readonly #open = new Map<string, number>();

  /** @param most - of each address; 0: as many as it likes */
  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Counts a connection. IPv6 addresses count by network.
   *
   * @returns a function that counts it out when it ends; undefined when the address has as many as it may
   */
  open(address: string): (() => void) | undefined {
    const network = networkOf(address);
    const before = this.#open.get(network) ?? 0;
    if (this.#most > 0 && before >= this.#most) return undefined;
    this.#open.set(network, before + 1);
    return () => {
      const now = this.#open.get(network)! - 1;
      if (now === 0) this.#open.delete(network);
      else this.#open.set(network, now);
    };
  }
}
