/** Open connections of each address on one listener. */
import { networkOf } from '../../kernel/client-network.ts';
import { NO_PLACE, type Passing, PassingSet } from '../../kernel/passing-set.ts';

/** One counted connection. */
export interface ClientConnection {
  /** Records the beginning of a request. */
  readonly begin: () => void;
  /** Records that an answer was sent. */
  readonly finish: () => void;
  /** Records the end of the connection. */
  readonly close: () => void;
}

export class ClientConnections {
  readonly #most: number;
  readonly #clients = new Map<string, Client>();

  /** @param most - limit for each address; 0 for no limit */
  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Counts a connection. IPv6 addresses count by network.
   *
   * Where the address has as many as it may, the one of its connections ends that has had no request under way for the longest time. So a client that keeps
   * connections without using them locks out nobody who shares the address.
   *
   * @param end - ends the connection; to be called for another one that needs the room
   * @returns undefined when the address has as many as it may, with requests under way on all of them
   */
  open(
    address: string,
    end: () => void,
  ): { readonly connection: ClientConnection; readonly ended: boolean } | undefined {
    const network = networkOf(address);
    const client = this.#clients.get(network) ?? { open: new PassingSet<Counted>(), idleTimes: 0 };
    const isFull = this.#most > 0 && client.open.size >= this.#most;
    const oldest = isFull ? longestIdle(client.open.toArray()) : undefined;
    if (isFull && oldest === undefined) return undefined;
    if (oldest !== undefined) {
      client.open.delete(oldest);
      oldest.end();
    }
    this.#clients.set(network, client);
    return { connection: this.#count(network, client, end), ended: oldest !== undefined };
  }

  #count(network: string, client: Client, end: () => void): ClientConnection {
    const counted: Counted = { place: NO_PLACE, idleSince: client.idleTimes++, end };
    client.open.add(counted);
    let requests = 0;
    return {
      begin: () => {
        requests++;
        counted.idleSince = undefined;
      },
      finish: () => {
        requests--;
        if (requests === 0) counted.idleSince = client.idleTimes++;
      },
      close: () => {
        client.open.delete(counted);
        if (client.open.size === 0 && this.#clients.get(network) === client) this.#clients.delete(network);
      },
    };
  }
}

function longestIdle(open: readonly Counted[]): Counted | undefined {
  let longest: Counted | undefined;
  for (const one of open) {
    if (one.idleSince !== undefined && one.idleSince < (longest?.idleSince ?? Infinity)) longest = one;
  }
  return longest;
}

interface Client {
  readonly open: PassingSet<Counted>;
  /** Number of times that one of its connections became idle. */
  idleTimes: number;
}

interface Counted extends Passing {
  /** Greater for a connection that became idle later; undefined while it has a request under way. */
  idleSince: number | undefined;
  readonly end: () => void;
}
