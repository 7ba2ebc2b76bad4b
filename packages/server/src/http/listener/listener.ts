/** The list of listeners: what listens where and serves what. */
import { lookup } from 'node:dns/promises';
import { noAdministrationHere } from './no-administration.ts';
import { createEdge, type Edge, type EdgeDeps, replaceTls } from './edge.ts';
import { ListenerConfigError } from '../errors/index.ts';
import type { EdgeInstance, HttpInterface } from '../interface/index.ts';
import type { HttpLimits } from '../../kernel/http-limits.ts';
import type { TlsMaterial } from '../tls/index.ts';

/** One listener as the configuration names it. */
export interface Listener {
  /** `host:port`; an IPv6 host stands in brackets, port 0 takes a free one. */
  readonly address: string;
  readonly tls: boolean;
  readonly serves: readonly ListenerPart[];
}

/** Parts that a listener can serve: administration by REST, the signing service, what relying parties fetch, what operators watch. */
export type ListenerPart = 'rest' | 'signing' | 'distribution' | 'ops';

export interface ListenersDeps extends Omit<EdgeDeps, 'interfaces' | 'tls'> {
  readonly listeners: readonly Listener[];
  readonly interfaces: Readonly<Partial<Record<ListenerPart, readonly HttpInterface[]>>>;
  /** Needed when a listener has TLS. */
  readonly tls?: TlsMaterial | undefined;
  /** Milliseconds that {@link Listeners.stop} waits for requests under way; 5000 unless given. */
  readonly stopGraceMs?: number | undefined;
}

/** All listeners of one process. */
export class Listeners {
  readonly #edges: readonly OpenListener[];
  readonly #stopGraceMs: number;
  readonly #limits: HttpLimits | undefined;
  readonly #checks: NodeJS.Timeout;

  private constructor(edges: readonly OpenListener[], { stopGraceMs, limits }: ListenersDeps) {
    this.#edges = edges;
    this.#stopGraceMs = stopGraceMs ?? STOP_GRACE_MS;
    this.#limits = limits;
    const check = () => {
      for (const { edge } of edges) edge.rates.check();
    };
    this.#checks = setInterval(check, CHECK_INTERVAL_MS).unref();
  }

  /**
   * Starts all listeners, or none.
   *
   * @throws {@link ListenerConfigError} when the list contradicts itself or an address cannot be listened on
   */
  static async start(deps: ListenersDeps): Promise<Listeners> {
    const edges: OpenListener[] = [];
    try {
      for (const listener of deps.listeners) {
        const edge = await createEdge({ ...deps, ...partsOf(listener, deps) });
        edges.push({ edge, listener });
        await listen(edge.app, listener);
      }
    } catch (error) {
      await Promise.all(edges.map(async ({ edge }) => edge.close()));
      throw error;
    }
    return new Listeners(edges, deps);
  }

  /** The addresses in the order of the configuration, as URLs with the port that was taken. */
  get urls(): readonly string[] {
    return this.#edges.map(({ edge }) => edge.app.listeningOrigin);
  }

  /** Shows another certificate, or asks for those of other CAs, on connections that begin from now on. */
  updateTls(material: TlsMaterial): void {
    for (const { edge, listener } of this.#edges) if (listener.tls) replaceTls(edge.app, material, this.#limits);
  }

  /** Takes no new requests, answers those under way, and closes. Clients still sending when the grace period ends are cut off. */
  async stop(): Promise<void> {
    clearInterval(this.#checks);
    const closed = Promise.all(this.#edges.map(async ({ edge }) => edge.close()));
    const timer = setTimeout(() => {
      for (const { edge } of this.#edges) edge.connections.destroy();
    }, this.#stopGraceMs);
    try {
      await closed;
    } finally {
      clearTimeout(timer);
    }
  }
}

interface OpenListener {
  readonly edge: Edge;
  readonly listener: Listener;
}

function partsOf(
  listener: Listener,
  deps: ListenersDeps,
): Pick<EdgeDeps, 'interfaces' | 'tls' | 'proxies' | 'limitsClients'> {
  const { address, tls, serves } = listener;
  if (tls && deps.tls === undefined)
    throw new ListenerConfigError(`The listener ${address} has TLS and there is no certificate.`);
  if (!tls && serves.includes('rest'))
    throw new ListenerConfigError(
      `The listener ${address} serves 'rest' without TLS. Give it TLS, or let it serve 'distribution'.`,
    );
  const interfaces = serves.flatMap((part) => deps.interfaces[part] ?? []);
  const refused = serves.includes('distribution') && !serves.includes('rest') ? (deps.interfaces.rest ?? []) : [];
  return {
    interfaces: [...interfaces, ...refused.map((rest) => noAdministrationHere(rest))],
    tls: tls ? deps.tls : undefined,
    // Operators ask this process itself: a monitor may run where a proxy does.
    limitsClients: !serves.includes('ops'),
    proxies: serves.includes('ops') ? undefined : deps.proxies,
  };
}

async function listen(edge: EdgeInstance, { address }: Listener): Promise<void> {
  const { host, port } = parseAddress(address);
  try {
    // The framework would listen on each address of that name, and know no limits on the further ones.
    const known = host === 'localhost' ? (await lookup(host)).address : host;
    await edge.listen({ host: known, port, backlog: BACKLOG });
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
const CHECK_INTERVAL_MS = 1000;
/** Longer than any answer takes, and shorter than what service managers wait before they kill. */
const STOP_GRACE_MS = 5000;
