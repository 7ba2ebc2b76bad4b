/** The list of listeners: what listens where and serves what. */
import { noAdministrationHere } from './distribution/no-administration.ts';
import { createEdge, type EdgeDeps, replaceTls } from './edge.ts';
import { ListenerConfigError } from './errors.ts';
import type { EdgeInstance, HttpInterface } from './http-interface.ts';
import type { TlsMaterial } from './tls.ts';

/** One listener as the configuration names it. */
export interface Listener {
  /** `host:port`; an IPv6 host stands in brackets, port 0 takes a free one. */
  readonly address: string;
  readonly tls: boolean;
  readonly serves: readonly ListenerPart[];
}

/** What a listener can serve: the two REST interfaces, what relying parties fetch, what operators watch. */
export type ListenerPart = 'rest' | 'distribution' | 'ops';

export interface ListenersDeps extends Omit<EdgeDeps, 'interfaces' | 'tls'> {
  readonly listeners: readonly Listener[];
  readonly interfaces: Readonly<Record<ListenerPart, readonly HttpInterface[]>>;
  /** Needed when a listener has TLS. */
  readonly tls?: TlsMaterial | undefined;
}

/** All listeners of one process. */
export class Listeners {
  readonly #edges: readonly { readonly edge: EdgeInstance; readonly listener: Listener }[];

  private constructor(edges: readonly { readonly edge: EdgeInstance; readonly listener: Listener }[]) {
    this.#edges = edges;
  }

  /**
   * Starts all listeners, or none.
   *
   * @throws {@link ListenerConfigError} when the list contradicts itself or an address cannot be listened on
   */
  static async start(deps: ListenersDeps): Promise<Listeners> {
    const edges: { edge: EdgeInstance; listener: Listener }[] = [];
    try {
      for (const listener of deps.listeners) {
        const edge = await createEdge({ ...deps, ...partsOf(listener, deps) });
        edges.push({ edge, listener });
        await listen(edge, listener);
      }
    } catch (error) {
      await Promise.all(edges.map(async ({ edge }) => edge.close()));
      throw error;
    }
    return new Listeners(edges);
  }

  /** The addresses in the order of the configuration, as URLs with the port that was taken. */
  get urls(): readonly string[] {
    return this.#edges.map(({ edge }) => edge.listeningOrigin);
  }

  /** Shows another certificate, or asks for those of other CAs, on connections that begin from now on. */
  updateTls(material: TlsMaterial): void {
    for (const { edge, listener } of this.#edges) if (listener.tls) replaceTls(edge, material);
  }

  /** Takes no new requests, answers those under way, and closes. */
  async stop(): Promise<void> {
    await Promise.all(this.#edges.map(async ({ edge }) => edge.close()));
  }
}

function partsOf(listener: Listener, deps: ListenersDeps): Pick<EdgeDeps, 'interfaces' | 'tls'> {
  const { address, tls, serves } = listener;
  if (tls && deps.tls === undefined)
    throw new ListenerConfigError(`The listener ${address} has TLS and there is no certificate.`);
  if (!tls && serves.includes('rest'))
    throw new ListenerConfigError(
      `The listener ${address} serves 'rest' without TLS. Give it TLS, or let it serve 'distribution'.`,
    );
  const interfaces = serves.flatMap((part) => deps.interfaces[part]);
  const refused = serves.includes('distribution') && !serves.includes('rest') ? deps.interfaces.rest : [];
  return {
    interfaces: [...interfaces, ...refused.map((rest) => noAdministrationHere(rest))],
    tls: tls ? deps.tls : undefined,
  };
}

async function listen(edge: EdgeInstance, { address }: Listener): Promise<void> {
  const { host, port } = parseAddress(address);
  try {
    await edge.listen({ host, port, backlog: BACKLOG });
  } catch (cause) {
    const { code = 'unknown' } = cause as NodeJS.ErrnoException;
    throw new ListenerConfigError(`Cannot listen on ${address}: ${code}.`, { cause });
  }
}

/**
 * Splits `host:port`.
 *
 * @throws {@link ListenerConfigError} when it is not of that form
 */
export function parseAddress(address: string): { host: string; port: number } {
  const match = /^(?:\[([0-9A-Fa-f:.]+)\]|([^:[\]/\s]+)):(\d{1,5})$/.exec(address);
  const port = Number(match?.[3]);
  if (match === null || port > 65_535)
    throw new ListenerConfigError(
      `'${address}' is not an address to listen on. It has the form HOST:PORT, such as 127.0.0.1:8443.`,
    );
  return { host: (match[1] ?? match[2])!, port };
}

const BACKLOG = 1024;
