/** Open connections of each address on one listener. */
import { networkOf } from '../../kernel/client-network.ts';

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
    const client = this.#clients.get(network) ?? { open: 0, idle: new Set() };
    const isFull = this.#most > 0 && client.open >= this.#most;
    const [oldest] = isFull ? client.idle : [];
    if (isFull && oldest === undefined) return undefined;
    oldest?.end();
    client.open++;
    this.#clients.set(network, client);
    return { connection: this.#count(network, client, end), ended: oldest !== undefined };
  }

  #count(network: string, client: Client, end: () => void): ClientConnection {
    let isOpen = true;
    let requests = 0;
    const close = () => {
      if (!isOpen) return;
      isOpen = false;
      client.idle.delete(idle);
      client.open--;
      if (client.open === 0) this.#clients.delete(network);
    };
    const idle: Idle = {
      end: () => {
        close();
        end();
      },
    };
    client.idle.add(idle);
    return {
      begin: () => {
        requests++;
        client.idle.delete(idle);
      },
      finish: () => {
        requests--;
        if (isOpen && requests === 0) client.idle.add(idle);
      },
      close,
    };
  }
}

interface Client {
  open: number;
  /** Idle connections, the longest idle first. */
  readonly idle: Set<Idle>;
}

interface Idle {
  end(): void;
}
