import type { Server, Socket } from 'node:net';
import type { HttpLimits } from '../../kernel/http-limits.ts';
import { type ClientConnection, ClientConnections, type Refusals } from '../limits/index.ts';
import type { TrustedProxies } from '../proxies/index.ts';

export interface ConnectionLimits {
  readonly limits: HttpLimits;
  readonly refusals: Refusals;
  /** True to apply the limits per address. */
  readonly limitsClients?: boolean;
  readonly proxies?: TrustedProxies | undefined;
  /** Absent for plain HTTP. */
  readonly tls?: object | undefined;
}

/** Connections of a listener that count for their addresses. */
export interface CountedConnections {
  /** Records that a request has arrived. @returns the connection, which has to be told when that was answered; undefined for one that does not count */
  begin(socket: Socket): ClientConnection | undefined;
}

/**
 * Closes connections above the limits. No answer can be sent on them: TLS has not begun, and there is no request.
 *
 * @returns undefined when addresses have no limits
 */
export function limitConnections(
  server: Server,
  { limits, limitsClients, proxies, refusals, tls }: ConnectionLimits,
): CountedConnections | undefined {
  server.maxConnections = limits.connections;
  server.on('drop', () => refusals.count('connections'));
  server.on('tlsClientError', (error: Error & { code?: string }) => {
    if (error.code === 'ERR_TLS_HANDSHAKE_TIMEOUT') refusals.count('tls_time');
  });
  if (limitsClients !== true) return undefined;
  const clients = new ClientConnections(limits.connectionsPerClient);
  const bySocket = new WeakMap<Socket, ClientConnection>();
  /** With TLS the socket of a request is another one than that of its connection. */
  const byName = new Map<string, ClientConnection>();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    // A proxy has the connections of all of its clients.
    if (remoteAddress === undefined || proxies?.hasAddress(remoteAddress) === true) return;
    const opened = clients.open(remoteAddress, () => void socket.destroy());
    if (opened === undefined || opened.ended) refusals.count('client_connections');
    if (opened === undefined) {
      socket.destroy();
      return;
    }
    const { connection } = opened;
    if (tls === undefined) {
      bySocket.set(socket, connection);
      socket.once('close', connection.close);
      return;
    }
    const name = nameOf(socket);
    byName.set(name, connection);
    socket.once('close', () => {
      connection.close();
      if (byName.get(name) === connection) byName.delete(name);
    });
  });
  return {
    begin(socket) {
      const connection = bySocket.get(socket) ?? byName.get(nameOf(socket));
      if (connection === undefined) return undefined;
      bySocket.set(socket, connection);
      connection.begin();
      return connection;
    },
  };
}

/** Names a connection of a listener by its ends. */
function nameOf({ remoteAddress, remotePort, localAddress }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localAddress}`;
}
