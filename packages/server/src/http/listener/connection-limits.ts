import type { Server, Socket } from 'node:net';
import type { HttpLimits } from '../../kernel/http-limits.ts';
import { ClientConnections, type Refusals } from '../limits/index.ts';
import type { TrustedProxies } from '../proxies/index.ts';
import type { OpenConnections } from './open-connections.ts';

export interface ConnectionLimits {
  readonly limits: HttpLimits;
  readonly refusals: Refusals;
  /** True to apply the limits per address. */
  readonly limitsClients?: boolean;
  readonly proxies?: TrustedProxies | undefined;
}

/** Closes connections above the limits. No answer can be sent on them: TLS has not begun, and there is no request. */
export function limitConnections(
  server: Server,
  connections: OpenConnections,
  { limits, limitsClients, proxies, refusals }: ConnectionLimits,
): void {
  server.maxConnections = limits.connections;
  server.on('drop', () => refusals.count('connections'));
  server.on('tlsClientError', (error: Error & { code?: string }) => {
    if (error.code === 'ERR_TLS_HANDSHAKE_TIMEOUT') refusals.count('tls_time');
  });
  if (limitsClients !== true) return;
  const clients = new ClientConnections(limits.connectionsPerClient);
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
    connections.of(socket).client = opened.connection;
    socket.once('close', opened.connection.close);
  });
}
